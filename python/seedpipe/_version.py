# SPDX-License-Identifier: MIT
"""The version, that of the filters."""

__version__ = "0.2.0"
