#!/bin/sh
# SPDX-License-Identifier: MIT
#
# others.t - crawlers that could not be had when these scripts were written, and
# why, so that nobody takes them for tested

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"

skip wpull 'wpull 2.0.1 needs a Python before 3.11'
skip warcprox 'warcprox 2.13.1 cannot fetch by another HTTP proxy'
plan
