# SPDX-License-Identifier: MIT
"""The examples of README.md, run in an empty folder."""

import doctest
import importlib.util
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import seedpipe

FOLDER = pathlib.Path(__file__).resolve().parent.parent
HAVE = shutil.which("graphgen", path=os.environ.get("SEEDPIPE_BIN"))


class Readme(unittest.TestCase):
    def test_examples(self):
        if not HAVE:
            self.skipTest("no filters in SEEDPIPE_BIN or on PATH")
        try:
            import scipy  # noqa: F401
        except ImportError:
            self.skipTest("no scipy")
        text = (FOLDER / "README.md").read_text()
        missing = [module for module in ("pandas", "networkx")
                   if importlib.util.find_spec(module) is None]
        for module in missing:
            text = re.sub(rf"```python\n>>> import {module}\n.*?```", "", text,
                          flags=re.DOTALL)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                failed, tried = doctest.DocTestRunner(
                    optionflags=doctest.ELLIPSIS).run(
                        doctest.DocTestParser().get_doctest(
                            text, {}, "README.md", "README.md", 0))
            finally:
                os.chdir(before)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 20)
        for module in missing:
            with self.subTest(module):
                self.skipTest(f"no {module} for some examples")

    def test_version(self):
        makefile = FOLDER.parent / "Makefile"
        if not makefile.exists():
            self.skipTest("not in the folder of the filters")
        lines = makefile.read_text().splitlines()
        self.assertIn(f"VERSION = {seedpipe.__version__}", lines)
        self.assertEqual((FOLDER / "LICENSE").read_bytes(),
                         (FOLDER.parent / "LICENSE").read_bytes())

    def test_what_is_public(self):
        for name in seedpipe.__all__:
            self.assertTrue(getattr(seedpipe, name, None), name)

    def test_where_lists_are(self):
        lists = re.findall(r"``([A-Z_]+)``", seedpipe.Order.__doc__)
        self.assertEqual(len(lists), 4)
        for name in lists:
            self.assertTrue(getattr(seedpipe.sections, name, None), name)
        self.assertIn("in ``seedpipe.sections``", seedpipe.Order.__doc__)


if __name__ == "__main__":
    unittest.main()
