# SPDX-License-Identifier: MIT
"""Streams of the filters: every section as graphdump prints it, and how
pipelines fail."""

import gzip
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest
import warnings

import numpy as np

import seedpipe
from seedpipe import run

HAVE = shutil.which("graphdump", path=os.environ.get("SEEDPIPE_BIN"))


@unittest.skipUnless(HAVE, "no filters in SEEDPIPE_BIN or on PATH")
class Filters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.web = os.path.join(folder.name, "web.sp")
        cls.all = os.path.join(folder.name, "all.sp")
        cls.made = os.path.join(folder.name, "seeds.txt")
        run("graphgen", n=3000, seed=4).write(cls.web)

    def rows(self, file, section, **options):
        """The rows of graphdump, with None for what is missing."""
        text = run("graphdump", file, section=section, json=True,
                   **options).text()
        return [list(json.loads(line).values()) for line in text.splitlines()]

    def ranked(self):
        return run("graphprune", self.web).pipe("hits").pipe("pagerank")

    def test_graph(self):
        g = seedpipe.read(self.web)
        self.assertEqual(g.edges().tolist(), self.rows(self.web, "graph"))
        hosts = [None if not g.hosts[h] else g.hosts[h] for h in g.host_of]
        self.assertEqual([list(row) for row in zip(range(g.pages), hosts,
                                                   g.names)],
                         self.rows(self.web, "names"))
        self.assertEqual(list(g.provenance), [
            row[1] for row in self.rows(self.web, "provenance")])
        self.assertEqual(g.names.index(g.names[2999]), 2999)
        g2 = self.ranked().read({"graph", "scores"})
        self.assertEqual(g2.origin, g.fingerprint)
        self.assertNotEqual(g2.fingerprint, g.fingerprint)

    def test_plain_and_packed_and_piped(self):
        packed = seedpipe.read(self.web)
        plain = run("graphprune", self.web, z=0).read()
        other = run("graphprune", self.web, z=19).read()
        self.assertEqual(plain.fingerprint, other.fingerprint)
        np.testing.assert_array_equal(plain.indices, other.indices)
        found = []
        with run("graphprune", self.web, transpose=True).open() as s:
            for first, indptr, indices in s.rows():
                rows = np.repeat(np.arange(indptr.size - 1) + first,
                                 np.diff(indptr))
                found.append(np.stack([indices, rows], 1))
        pairs = np.concatenate(found)
        pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
        np.testing.assert_array_equal(pairs, packed.edges())

    def test_scores(self):
        pipeline = self.ranked()
        pipeline.write(self.all)
        g = seedpipe.read(self.all, {"scores"})
        self.assertEqual(list(g.scores), ["hub", "authority", "pagerank"])
        rows = [list(row) for row in zip(range(g.pages), *(
            g.scores[name].tolist() for name in g.scores))]
        self.assertEqual(rows, self.rows(self.all, "scores"))
        table = run("graphdump", self.all, s="scores").table()
        for name, values in g.scores.items():
            np.testing.assert_array_equal(values, table[name])

    def test_options_are_named_as_arguments_are(self):
        ranks = run("pagerank", self.web, R=True, name="mine").pipe(
            "rank", method="degree", name="links", g=self.web)
        self.assertEqual(str(ranks), f"pagerank -R --name=mine {self.web} | "
                         f"rank --method=degree --name=links -g {self.web}")
        one = run("pagerank", self.web, name="mine").read({"scores"})
        self.assertEqual(list(one.scores), ["mine"])

    def test_cores_and_seeds(self):
        cores = self.ranked().pipe("coreextract", seeds=4)
        cores.write(self.all)
        g = seedpipe.read(self.all)
        mine = [[i + 1, side, page, score]
                for i, core in enumerate(g.cores)
                for side, pages, scores in (
                    ("hub", core.hubs, core.hub_scores),
                    ("authority", core.authorities, core.authority_scores))
                for page, score in zip(pages.tolist(), scores.tolist())]
        theirs = [row[:4] for row in self.rows(self.all, "cores")]
        self.assertEqual(sorted(mine), sorted(theirs))
        for core in g.cores:
            self.assertEqual(core.n_hubs, core.hubs.size)
            self.assertIn(core.seed, core.hubs)
        for seeds in (cores.pipe("seedpick"),
                      self.ranked().pipe("seedpick", top="hub:7")):
            seeds.write(self.all)
            g = seedpipe.read(self.all, {"seeds"})
            theirs = [[row[1], row[2] and row[2] - 1, row[3]]
                      for row in self.rows(self.all, "seeds")]
            mine = [[seed.page, seed.core, seed.name] for seed in g.seeds]
            self.assertEqual(mine, theirs)
        self.assertEqual(g.seeds.score_name, "hub")
        self.assertEqual([seed.score for seed in g.seeds],
                         [row[4] for row in self.rows(self.all, "seeds")])

    def test_weights(self):
        hosts = run("graphfold", self.web)
        hosts.write(self.all)
        g = seedpipe.read(self.all)
        rows = np.column_stack([g.edges(), g.weights]).tolist()
        self.assertEqual(rows, self.rows(self.all, "graph", weights=True))

    def test_orders(self):
        run("seedpick", self.web, random=4, text=True).write(self.made)
        for options in ({}, {"procs": 3}, {"procs": 2, "mode": "crossover"},
                        {"time": "host"}, {"time": "batch:9"}):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", seedpipe.FilterWarning)
                run("crawlorder", self.web, seeds=self.made,
                    order=["bfs", "opic"], **options).write(self.all)
            g = seedpipe.read(self.all)
            rows = []
            for name, order in g.orders.items():
                self.assertEqual(order.counters["downloads"], len(order))
                self.assertEqual(order.seeds.size, 4)
                columns = [order.pages, order.keys, order.parents,
                           order.depths]
                if order.ticks is not None:
                    columns += [order.ticks, order.processes]
                if order.starts is not None:
                    columns += [order.starts, order.ends]
                for i, row in enumerate(zip(*(c.tolist() for c in columns))):
                    page, key, parent, depth = row[:4]
                    rows.append([name, i + 1, page, key,
                                 None if parent < 0 else parent, depth,
                                 g.names[page], *row[4:]])
            self.assertEqual(rows, self.rows(self.all, "orders"))
            rows = [[name, i + 1, page, g.names[page]]
                    for name, order in g.orders.items()
                    for i, page in enumerate(order.seeds.tolist())]
            self.assertEqual(rows, self.rows(self.all, "order-seeds"))

    def test_write(self):
        g = seedpipe.read(self.web)
        scores = {"in-degree": g.in_degrees, "n\u00fcll": np.zeros(g.pages)}
        seedpipe.write(self.all, scores, g)
        self.assertEqual(os.stat(self.all).st_mode & 0o777,
                         os.stat(self.web).st_mode & 0o777)
        back = seedpipe.read(self.all)
        self.assertEqual(list(back.scores), list(scores))
        np.testing.assert_array_equal(back.scores["in-degree"], g.in_degrees)
        self.assertEqual(back.fingerprint, g.fingerprint)
        self.assertEqual(back.provenance[:1], g.provenance)
        best = run("seedpick", self.all, top="in-degree:3", g=self.web)
        pages = np.argsort(-g.in_degrees, kind="stable")[:3]
        self.assertEqual(best.pipe("graphdump", s="seeds").table()
                         ["url"].tolist(), list(g.names[pages]))
        rows = self.rows(self.all, "scores")
        self.assertEqual([row[1] for row in rows], g.in_degrees.tolist())
        self.assertEqual(self.rows(self.all, "scores", summary=True)[1][0],
                         "n\u00fcll")
        file = io.BytesIO()
        big = seedpipe.read(run("graphgen", n=200000, no_names=True).bytes(),
                            {"scores"})
        seedpipe.write(file, {"x": np.arange(200000)}, big)
        back = seedpipe.read(file.getvalue(), {"scores"})
        self.assertEqual(back.scores["x"][-1], 199999)
        for bad in ({"": scores["in-degree"]}, {"x": [1.0]},
                    {"x": np.full(g.pages, np.nan)}, {"a\0": g.in_degrees},
                    {"x": g.in_degrees + 0j}):
            with self.assertRaises(ValueError):
                seedpipe.write(self.all, bad, g)
        self.assertEqual([file for file in os.listdir(os.path.dirname(
            self.all)) if file.startswith("tmp")], [])

    def test_csr(self):
        try:
            import scipy.sparse
        except ImportError:
            self.skipTest("no scipy")
        g = seedpipe.read(self.web)
        matrix = g.csr()
        self.assertEqual(matrix.shape, (g.pages, g.pages))
        self.assertEqual(matrix.nnz, g.links)
        self.assertTrue(matrix.has_sorted_indices)
        np.testing.assert_array_equal(matrix.sum(axis=1).A1, g.out_degrees)
        np.testing.assert_array_equal(matrix.sum(axis=0).A1, g.in_degrees)
        hosts = run("graphfold", self.web).read()
        self.assertEqual(hosts.csr().sum(), hosts.weights.sum())
        self.assertEqual(hosts.csr(weighted=False).sum(), hosts.links)


@unittest.skipUnless(HAVE, "no filters in SEEDPIPE_BIN or on PATH")
class Failures(unittest.TestCase):
    def fail(self, pipeline, name, status, message):
        for use in (pipeline.read, pipeline.text, pipeline.run):
            with self.assertRaises(seedpipe.FilterError) as caught:
                use()
            error = caught.exception
            self.assertEqual((error.name, error.status), (name, status))
            self.assertIn(message, error.message)
            self.assertIn(name, str(error))
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)  # no process is left behind

    def test_the_cause_is_named(self):
        web = run("graphgen", n=2000)
        self.fail(run("graphprune", "no such file").pipe("hits")
                  .pipe("coreextract"), "graphprune", 74, "No such file")
        self.fail(web.pipe("hits", bogus=1), "hits", 64, "--bogus")
        self.fail(web.pipe("hits", bogus=1).pipe("hits"), "hits", 64, "bogus")
        self.fail(run("hits"), "hits", 65, "empty")
        self.fail(run("hits", input=b"x" * 1000000), "hits", 65, "not a")

    def test_large_input_and_large_output(self):
        data = run("graphgen", n=50000, z=0).bytes()
        self.assertGreater(len(data), 1 << 20)
        self.assertEqual(run("graphprune", "-", z=0, input=data)
                         .read().pages, 50000)
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            self.assertEqual(run("hits", input=file).read().pages, 50000)

    def test_input_of_which_a_part_has_been_read(self):
        lines = [f"{page} {page + 1}\n".encode() for page in range(20000)]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "lines")
            with open(path, "wb") as file:
                file.writelines(lines)
            for buffering in (0, -1):
                with open(path, "rb", buffering) as file:
                    next(file)
                    self.assertEqual(file.read(4), lines[1])
                    pipeline = run("graphimport", input=file)
                    self.assertEqual(pipeline.read().links, 19998)
                    self.assertEqual(file.read(), b"")
                    file.seek(-len(lines[-1]), os.SEEK_END)
                    self.assertEqual(pipeline.read().links, 1)
                    file.seek(0)
                    self.assertEqual(pipeline.read().links, 20000)
            with open(path, "r+b") as file:
                next(file)
                file.write(b"8 9\n")
                self.assertEqual(run("graphimport", input=file).read().links,
                                 19998)
            with gzip.open(path + ".gz", "wb") as file:
                file.writelines(lines)
            with gzip.open(path + ".gz") as file:
                next(file)
                with self.assertRaisesRegex(TypeError, "give its bytes"):
                    run("graphimport", input=file).run()
            for mode in ("r", "r+"):
                with open(path, mode) as file:
                    with self.assertRaisesRegex(TypeError, "binary mode, or"):
                        run("graphimport", input=file)

    def test_input_without_a_descriptor(self):
        file = io.BytesIO(b"0 1\n1 2\n2 3\n")
        next(file)
        pipeline = run("graphimport", input=file)
        for _ in range(2):
            self.assertEqual(pipeline.read().links, 2)
        with self.assertRaisesRegex(TypeError, "in binary mode, or"):
            run("graphimport", input=io.StringIO("0 1\n"))

    def test_an_early_end_is_quiet(self):
        with run("graphgen", n=50000, z=0).pipe("graphprune").open() as s:
            next(s.rows())
        with self.assertRaises(KeyError):
            with run("graphgen", n=50000, z=0).open():
                raise KeyError
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)

    def test_the_output_is_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "web.sp")
            for option in ("o", "output"):
                with self.assertRaisesRegex(seedpipe.FormatError, "is empty; "
                                            "graphgen writes to a file"):
                    run("graphgen", n=100, **{option: path}).read()
            self.assertEqual(seedpipe.read(path).pages, 100)

    def test_write_has_the_only_output(self):
        with tempfile.TemporaryDirectory() as folder:
            path, other = (os.path.join(folder, name) for name in "ab")
            for option in ("o", "output"):
                with self.assertRaisesRegex(ValueError, "^graphgen writes to "
                                            r"a file of its own .*\(o=\)"):
                    run("graphgen", n=100, **{option: path}).write(other)
            for path in ("-", pathlib.Path("-")):
                with self.assertRaisesRegex(ValueError, r"bytes\(\) or read"):
                    run("graphgen", n=100).write(path)
            self.assertEqual(os.listdir(folder), [])
            # Behind "--" is the name of a file.
            with self.assertRaisesRegex(seedpipe.FilterError, "'?-o'?: No su"):
                run("graphprune", "-o").write(other)

    def test_text_is_no_stream(self):
        with self.assertRaises(seedpipe.FormatError):
            run("graphgen", n=100).pipe("graphdump").read()

    def test_warnings(self):
        with self.assertWarnsRegex(seedpipe.FilterWarning, "^sh: "):
            self.assertEqual(run("sh", input=b"echo sh: careful >&2; echo x")
                             .text(), "x\n")

    def test_signal(self):
        with self.assertRaisesRegex(seedpipe.FilterError, "signal 9"):
            run("sh", input=b"kill -9 $$").run()

    def setUp(self):
        # Some tests use the shell as a filter.
        path = os.environ.get("SEEDPIPE_BIN")
        if path:
            os.environ["SEEDPIPE_BIN"] = path + os.pathsep + os.environ["PATH"]
            self.addCleanup(os.environ.__setitem__, "SEEDPIPE_BIN", path)

    def test_interrupted_while_it_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hang")
            with open(path, "w") as file:
                file.write("#!/bin/sh\nexec >&-\nexec sleep 600\n")
            os.chmod(path, 0o755)
            before = os.environ.get("SEEDPIPE_BIN")
            os.environ["SEEDPIPE_BIN"] = folder
            popen = subprocess.Popen
            made = []

            def start(*words, **options):
                made.append(popen(*words, **options))
                return made[-1]

            pipeline = run("hang")
            timer = threading.Timer(0.5, os.kill,
                                    [os.getpid(), signal.SIGINT])
            # A shell lets what it runs in the background ignore the signal.
            handler = signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                subprocess.Popen = start
                timer.start()
                with self.assertRaises(KeyboardInterrupt):
                    pipeline.run()
            finally:
                subprocess.Popen = popen
                timer.cancel()
                signal.signal(signal.SIGINT, handler)
                if before is None:
                    del os.environ["SEEDPIPE_BIN"]
                else:
                    os.environ["SEEDPIPE_BIN"] = before
            self.assertEqual([one.returncode for one in made],
                             [-signal.SIGKILL])

    def test_missing_program(self):
        with self.assertRaisesRegex(FileNotFoundError, "SEEDPIPE_BIN"):
            run("graphgen", n=10).pipe("no-such-filter").read()


class Words(unittest.TestCase):
    def test_options(self):
        pipeline = run("relscore", "a b.sp", from_="wet", seeds_per_core=3,
                       m="depth", text=True, quiet=False, o=None,
                       order=["bfs", "fpr@100"], tolerance=1e-9)
        self.assertEqual(str(pipeline.pipe("hits", "-x.sp")),
                         "relscore --from=wet --seeds-per-core=3 -m depth "
                         "--text --order=bfs,fpr@100 --tolerance=1e-09 "
                         "'a b.sp' | hits -- -x.sp")

    def test_options_that_are_repeated(self):
        g = seedpipe.from_edges([(0, 1)])
        self.assertEqual(
            str(run("x", scores=[["a=ta"], ["b=tb", 2]], v=[[3], (4, 5)],
                    done=[[g], [g]], m=[["a"], [], "b"], n=(1, 2))),
            f"x --scores=a=ta --scores=b=tb,2 -v 3 -v 4,5 --done {g!r} "
            f"--done {g!r} -m a -m '' -m b -n 1,2")
        if not HAVE:
            return
        with tempfile.TemporaryDirectory() as folder:
            tables = []
            for name in "ab":
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write("0\t1\n1\t2\n")
                tables.append([f"{name}={path}"])
            found = run("scoreimport", g, scores=tables).read()
        self.assertEqual(list(found.scores), ["a", "b"])

    def test_what_is_no_argument(self):
        for wrong in (0, 5, "web.sp", seedpipe.from_edges([(0, 1)])):
            with self.assertRaisesRegex(TypeError, "^input is bytes or a bin"):
                run("graphstat", input=wrong)
        for wrong in (5, b"web.sp", None):
            with self.assertRaisesRegex(TypeError, "^graphstat: a file is a "):
                run("graphstat", wrong)
        with self.assertRaisesRegex(TypeError, "^hits: an option is a str"):
            run("hits", g=b"web.sp")
        with self.assertRaisesRegex(TypeError, "^hits: an option is a str"):
            run("hits", order=["bfs", b"opic"])
        g = seedpipe.from_edges([(0, 1)])
        with tempfile.TemporaryFile() as file:
            for wrong in (run("graphgen"), [run("graphgen")], file, [g, "x"]):
                with self.assertRaisesRegex(TypeError, "^hits: a file is a pa"):
                    run("hits", g=wrong)

    def test_tables(self):
        table = seedpipe.pipeline.parse_table(
            "#node\tscore\turl\tparent\n1\t.5\ta\\tb\\\\n\\x1b\t-\n"
            "2\t1\t7\t1\n")
        self.assertEqual(table["node"].tolist(), [1, 2])
        self.assertEqual(table["node"].dtype, np.int64)
        self.assertEqual(table["score"].tolist(), [.5, 1])
        self.assertEqual(table["url"].tolist(), ["a\tb\\n\x1b", "7"])
        self.assertTrue(np.isnan(table["parent"][0]))
        self.assertEqual(seedpipe.pipeline.parse_table("#a\tb\n")["b"].size, 0)
        parse = seedpipe.pipeline.parse_table
        self.assertEqual(parse("#node\thost\n0\t007\n1\t1e5\n")["host"]
                         .tolist(), ["007", "1e5"])
        self.assertEqual(parse("#host\tname\n0\t007\n")["host"].dtype,
                         np.int64)
        self.assertEqual(parse("#shape\tfound\nx\t12\n")["found"].dtype,
                         np.int64)
        self.assertEqual(parse("#url\na\\xc2\\x85\\xe2\\x80\\x8bz\\xff\n")["url"][0],
                         "a\x85\u200bz\udcff")
        for text in ("", "a\n", "#a\tb\n1\n"):
            with self.assertRaises(ValueError):
                seedpipe.pipeline.parse_table(text)


if __name__ == "__main__":
    unittest.main()
