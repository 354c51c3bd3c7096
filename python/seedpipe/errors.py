# SPDX-License-Identifier: MIT
"""What can go wrong.

``FormatError``
    The bytes are not a stream, or a damaged, truncated or newer one.
``MissingError``
    The stream is fine, but has no such section.
``FilterError``
    A filter of a pipeline failed.
"""

from __future__ import annotations

from typing import Sequence, Tuple


class FormatError(ValueError):
    """A stream is damaged, truncated, too new, or no stream at all."""


class MissingError(AttributeError):
    """The stream has no such section.

    It is an ``AttributeError``, so ``hasattr(g, "names")`` and
    ``getattr(g, "names", None)`` work as expected.
    """


class FilterError(RuntimeError):
    """A filter failed.

    Attributes:
        name: the filter, such as ``"graphprune"``.
        status: its exit status; a negative number is the signal that ended it.
        message: what it wrote to standard error.
        failures: ``(name, status, message)`` of all filters of the pipeline
            that failed, in the order of the pipe.  The first is the cause
            of the others.
    """

    def __init__(self, failures: Sequence[Tuple[str, int, str]]) -> None:
        self.failures = tuple(failures)
        self.name, self.status, self.message = self.failures[0]
        how = (f"exit status {self.status}" if self.status >= 0
               else f"killed by signal {-self.status}")
        text = self.message.strip() or "no message"
        super().__init__(f"{self.name} failed ({how}): {text}")


class FilterWarning(UserWarning):
    """What a filter wrote to standard error, though it succeeded."""
