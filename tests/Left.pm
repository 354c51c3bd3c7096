# SPDX-License-Identifier: MIT
#
# Left.pm - the lines of prove, each with its number of how many:
# PERL5LIB=tests prove --formatter Left

package Left;
use strict;
use warnings;
use parent 'TAP::Formatter::File';

sub prepare {
	my ($self, @tests) = @_;
	@$self{qw(tests_done tests_all)} = (0, scalar @tests);
	return $self->SUPER::prepare(@tests);
}

# Is called for each test once, when it has ended.
sub _format_name {
	my ($self, $test) = @_;
	return sprintf "%*d of %d  %s", length $self->{tests_all},
		++$self->{tests_done}, $self->{tests_all},
		$self->SUPER::_format_name($test);
}

1;
