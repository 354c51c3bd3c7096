# SPDX-License-Identifier: MIT
"""Graphs made in memory: built, given to filters, written, and shown."""

import contextlib
import importlib.util
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import seedpipe
from seedpipe import run

HAVE = shutil.which("graphgen", path=os.environ.get("SEEDPIPE_BIN"))


def has(module):
    return importlib.util.find_spec(module) is not None


def written(stream):
    file = io.BytesIO()
    seedpipe.write(file, stream)
    return file.getvalue()


def left():
    """Temporary files of pipelines."""
    folder = pathlib.Path(tempfile.gettempdir())
    return sorted(folder.glob("seedpipe-*"))


class Build(unittest.TestCase):
    def test_round_trip(self):
        random = np.random.default_rng(7)
        for pages in (1, 2, 1023, 1024, 1025, 5000):
            for links in (0, 1, 7 * pages):
                edges = random.integers(0, pages, (links, 2))
                edges[: links // 2] //= 9
                g = seedpipe.from_edges(edges, pages=pages)
                want = sorted(set(map(tuple, edges.tolist())))
                self.assertEqual(list(map(tuple, g.edges().tolist())), want)
                again = seedpipe.read(written(g))
                self.assertEqual(again.fingerprint, g.fingerprint)
                np.testing.assert_array_equal(again.edges(), g.edges())

    def test_links_to_pages(self):
        random = np.random.default_rng(8)
        for pages in (1, 5, 2000):
            edges = random.integers(0, pages, (3 * pages, 2))
            names = [f"http://a.example/{page}" for page in range(pages)]
            g = seedpipe.from_edges(edges, names=names)
            want = [sorted({u for u, v in edges.tolist() if v == page})
                    for page in range(pages)]
            for page in range(pages):
                self.assertEqual(g.in_links(page).tolist(), want[page])
                self.assertEqual(g.in_links(names[page]).tolist(), want[page])
            for look_up in (g.in_links, g.successors):
                with self.assertRaises(ValueError):
                    look_up("http://b.example/")
                for none in (-1, -pages, pages, 2**32, 2**70, np.int64(-1)):
                    with self.assertRaisesRegex(IndexError,
                                                f"^page {none} is not among "):
                        look_up(none)
                for none in (2.5, 0.0, None, slice(0, 1), np.arange(2), True,
                             np.bool_(0)):
                    with self.assertRaisesRegex(TypeError, "or a name, not "):
                        look_up(none)
            for page in range(pages):
                to = sorted({v for u, v in edges.tolist() if u == page})
                self.assertEqual(g.successors(page).tolist(), to)
                self.assertEqual(g.successors(names[page]).tolist(), to)
                self.assertEqual(g.successors(np.uint32(page)).tolist(), to)

    def test_links_by_the_filter(self):
        if not HAVE:
            self.skipTest("no filters")
        g = run("graphgen", n=3000, seed=2).read()
        for page in (0, 7, 2999):
            table = run("graphlinks", g, g.names[page]).table()
            self.assertEqual(table["node"].tolist(),
                             g.in_links(page).tolist())

    def test_a_block_that_is_larger_than_a_frame(self):
        g = seedpipe.from_edges(np.stack(
            (np.zeros(1100000, int), np.arange(1100000) * 2), axis=1))
        again = seedpipe.read(written(g))
        np.testing.assert_array_equal(again.indices, g.indices)

    def test_names_hosts_and_weights(self):
        g = seedpipe.from_edges([("a", "b"), ("b", "c"), ("a", "b")],
                                weights=[1, 2, 3.5], hosts=["x", "", "x"])
        g = seedpipe.read(written(g))
        self.assertEqual(g.names, ["a", "b", "c"])
        self.assertEqual(g.edges().tolist(), [[0, 1], [1, 2]])
        self.assertEqual(g.weights.tolist(), [4.5, 2])
        self.assertEqual([g.hosts[i] for i in g.host_of], ["x", "", "x"])
        g = seedpipe.from_edges([("b", "a")], names=["a", "b"])
        self.assertEqual(g.edges().tolist(), [[1, 0]])
        g = seedpipe.from_edges([("c", "a"), ("b", "d")])
        self.assertEqual(g.names, ["c", "a", "b", "d"])
        # Text and its bytes are the same name.
        g = seedpipe.from_edges([("ä", b"b"), ("ä".encode(), "ä")],
                                hosts=["x", b"x"])
        self.assertEqual(g.names, ["ä", "b"])
        self.assertEqual(g.edges().tolist(), [[0, 0], [0, 1]])
        self.assertEqual(list(g.hosts), ["x"])
        g = seedpipe.from_edges([(b"b", b"a")],
                                names=seedpipe.Names.of(["a", "b"]))
        self.assertEqual(g.edges().tolist(), [[1, 0]])

    def test_refuses(self):
        make = seedpipe.from_edges
        for what, edges, more in (
                ("page -1: a number below 0", [(0, -1)], {}),
                ("below 0", np.array([[-1, 2**63 - 1]]), {}),
                (f"page -{2**70}: a number below 0", [(0, -2**70)], {}),
                ("whole numbers", [(0.5, 1)], {}),
                ("whole numbers", [("a", 1)], {}),
                ("whole numbers", [(True, False)], {}),
                ("weights: a number is too large", [(0, 1)],
                 {"weights": [10**400]}),
                ("whole numbers", np.array([[0, np.nan]]), {}),
                ("pairs", [(1, 2, 3)], {}),
                ("pairs .* not 'ab'", ["ab", "cd"], {}),
                ("pairs .* not b'ab'", [b"ab"], {}),
                ("pairs .* not 'a'", "ab", {}),
                ("pairs .* not froz", [frozenset([3, 4])], {}),
                ("pairs .* not {", [{3, 4}], {}),
                ("whole numbers", np.array([[True, False]]), {}),
                ("whole numbers", np.array([[3, 4]], "m8[s]"), {}),
                ("two columns", np.arange(4), {}),
                ("page 4294967294: pages are numbered from 0 to 4294967293; .*"
                 "names", [(0, 2**32 - 2)], {}),
                (f"page {2**63}: pages are", [(0, 2**63)], {}),
                (f"page {2**70}: pages are", [(0, 2**70)], {"pages": 3}),
                (f"page {2**64 - 1}: pages are",
                 np.array([[0, 2**64 - 1]], np.uint64), {}),
                (f"page {2**63}: pages are",
                 np.array([[2**63, 0]], np.uint64), {"names": ["a"]}),
                ("4294967296 pages: at most", [(0, 1)], {"pages": 2**32}),
                ("-1 pages: the number is below 0", [], {"pages": -1}),
                ("not among 2", [(0, 2)], {"pages": 2}),
                ("not among 2", [(0, 2)], {"names": ["a", "b"]}),
                ("'c' is not among the names", [("a", "c")],
                 {"names": ["a", "b"]}),
                ("same name", [("a", "a")], {"names": ["a", b"a"]}),
                ("same name", [("a", "a")], {"names": ["a", "a"]}),
                ("1 names for 2", [(0, 1)], {"names": ["a"], "pages": 2}),
                (r"shape \(2,\) for 1", [(0, 1)], {"weights": [1, 2]}),
                (r"shape \(1, 1\) for 1", [(0, 1)], {"weights": [[1]]}),
                ("weights: a value is masked", [(0, 1)],
                 {"weights": np.ma.array([5.], mask=[True])}),
                ("weights: times", [(0, 1)],
                 {"weights": np.array(["2026-01-01"], "M8[s]")}),
                ("is masked", np.ma.array([[0, 1], [2, 3]],
                                          mask=[[0, 0], [0, 1]]), {}),
                ("infinite or NaN", [(0, 1)], {"weights": [float("nan")]}),
                ("complex", [(0, 1)], {"weights": [1j]}),
                ("1 hosts for 2", [(0, 1)], {"hosts": ["a"]})):
            with self.subTest(what=what):
                with self.assertRaisesRegex(ValueError, what):
                    make(edges, **more)
        for wrong in (None, 5, [0, 1, 2, 3], [(0, 1), None],
                      make([(0, 1)])):
            with self.assertRaisesRegex(TypeError, r"^from_edges\(\) takes "
                                        r"pairs \(from, to\)"):
                make(wrong)
        for pages in (2.5, 2.0, "2", float("nan"), [2], True, np.bool_(1)):
            with self.assertRaisesRegex(TypeError, "number of pages is a who"):
                make([(0, 1)], pages=pages)
        for more in ({"names": [1, 2]}, {"names": ["a", None]},
                     {"names": "ab"}, {"names": range(2)}, {"hosts": [1, 1]},
                     {"hosts": "ab"}, {"hosts": b"ab"}):
            with self.assertRaisesRegex(TypeError, "str or bytes, not "):
                make([(0, 1)], **more)
        for more in ({"names": {"a", "b"}}, {"hosts": frozenset("ab")},
                     {"weights": {1}}):
            with self.assertRaisesRegex(TypeError, ": a set has no order"):
                make([(0, 1)], **more)
        with self.assertRaisesRegex(TypeError, "str or bytes, not 'ab'"):
            make([("a", "b")], names="ab")
        g = make(np.array([[0, 1]], np.uint64), pages=np.int32(4))
        self.assertEqual((g.pages, type(g.pages)), (4, int))
        self.assertEqual(make(np.empty((0, 2))).pages, 0)

    def test_scores_that_are_none(self):
        g = seedpipe.from_edges([(0, 2)])
        for what, values in (
                (r"shape \(2,\) for 3", [1, 2]),
                (r"shape \(1, 3\) for 3", [[1, 2, 3]]),
                ("infinite or NaN", [1, None, 3]),
                ("is masked", np.ma.array([1, 2, 3], mask=[0, 1, 0])),
                ("times", np.array(["2026", "NaT", "2026"], "M8[Y]")),
                ("times", np.array([1, 2, 3], "m8[s]"))):
            with self.assertRaisesRegex(ValueError, "^score 'x': .*" + what):
                seedpipe.write(io.BytesIO(), {"x": values}, g)
        many = {f"s{i}": [1] for i in range(10001)}
        one = seedpipe.from_edges([(0, 0)])
        with self.assertRaisesRegex(ValueError, "^10001 scores: .* 10000$"):
            seedpipe.write(io.BytesIO(), many, one)
        # Their names are more than a line of provenance can have.
        file = io.BytesIO()
        seedpipe.write(file, {name.ljust(200): values for name, values
                              in list(many.items())[1:]}, one)
        self.assertEqual(len(seedpipe.read(file.getvalue()).scores), 10000)
        for more in (("x", "g.sp"), ({"x": [1, 2, 3]}, "g.sp"), ([1], g)):
            with self.assertRaisesRegex(TypeError, "basis is a stream, such"):
                seedpipe.write(io.BytesIO(), *more)
        for target in (None, 5, b"g.sp"):
            with self.assertRaisesRegex(TypeError, "a path or a binary file, "):
                seedpipe.write(target, g)
        for name in (5, b"x", None):
            with self.assertRaisesRegex(TypeError, "a score is a str, not "):
                seedpipe.write(io.BytesIO(), {name: [1, 2, 3]}, g)
        file = io.BytesIO()
        seedpipe.write(file, {"x": np.ma.array([1, 2, 3])}, g)
        self.assertEqual(
            seedpipe.read(file.getvalue()).scores["x"].tolist(), [1, 2, 3])

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_values_in_another_order(self):
        import pandas
        for more in ({"weights": pandas.Series([10., 20.], index=[1, 0])},
                     {"names": pandas.Series(list("abc"), index=[2, 1, 0])},
                     {"hosts": pandas.Series(list("abc"), index=[1, 2, 3])}):
            with self.assertRaisesRegex(ValueError, "index is not 0, 1, 2"):
                seedpipe.from_edges([(0, 1), (1, 2)], **more)
            more = {what: series.sort_index().reset_index(drop=True)
                    for what, series in more.items()}
            seedpipe.from_edges([(0, 1), (1, 2)], **more)
        g = seedpipe.from_edges([(0, 2)])
        series = pandas.Series([3., 1., 2.])
        for turned in (series.sort_values(), series.set_axis(list("abc")),
                       series.set_axis([1, 2, 3])):
            with self.assertRaisesRegex(ValueError, "index is not 0, 1, 2"):
                seedpipe.write(io.BytesIO(), {"x": turned}, g)
        file = io.BytesIO()
        seedpipe.write(file, {"x": series.sort_values().sort_index()}, g)
        self.assertEqual(
            seedpipe.read(file.getvalue()).scores["x"].tolist(), [3, 1, 2])

    def test_quantile_classes(self):
        file = io.BytesIO()
        seedpipe.write(file, {"x": [3, 1, 2]}, seedpipe.from_edges([(0, 2)]))
        g = seedpipe.read(file.getvalue())
        most = 2**32 - 1
        self.assertEqual(g.buckets("x", 1).tolist(), [1, 1, 1])
        self.assertEqual(g.buckets("x", np.int64(3)).tolist(), [3, 1, 2])
        self.assertEqual(g.buckets("x", most).tolist(),
                         [1 + 2 * most // 3, 1, 1 + most // 3])
        for count in (-1, 0, 2**32, 2**33, 2**64, 2**70):
            with self.assertRaisesRegex(ValueError, f"^{count} classes: at "):
                g.buckets("x", count)
        for count in (2.5, "3", None, float("nan"), True, np.bool_(1)):
            with self.assertRaisesRegex(TypeError, "classes is a whole num"):
                g.buckets("x", count)
        with self.assertRaises(KeyError):
            g.buckets("y", 3)

    def test_permissions_are_kept(self):
        g = seedpipe.from_edges([(0, 1)])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "new.sp")
            seedpipe.write(path, g)
            mask = os.umask(0)
            os.umask(mask)
            self.assertEqual(path.stat().st_mode & 0o777, 0o666 & ~mask)
            for mode in (0o600, 0o640, 0o666):
                path.chmod(mode)
                seedpipe.write(path, g)
                self.assertEqual(path.stat().st_mode & 0o777, mode)

    def test_links_that_were_changed(self):
        for array, at, value, message in (
                ("indices", 0, 0, "not those of the fingerprint"),
                ("indptr", 1, 2, "not those of the fingerprint"),
                ("indptr", 0, 1, "not those of the fingerprint"),
                ("indptr", 3, 4, "not those of the fingerprint"),
                ("weights", 1, np.nan, "infinite or NaN")):
            g = seedpipe.from_edges([(0, 1), (1, 2), (2, 0)],
                                    weights=[1, 2, 3])
            written(g)
            getattr(g, array)[at] = value
            with self.assertRaisesRegex(ValueError, message):
                written(g)

    def test_devices_are_not_replaced(self):
        g = seedpipe.from_edges([(0, 1)])
        with tempfile.TemporaryDirectory() as folder:
            pipe = pathlib.Path(folder, "pipe")
            os.mkfifo(pipe)
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            try:
                seedpipe.write(pipe, g)
                self.assertTrue(pipe.is_fifo())
                self.assertEqual(os.read(reader, 1 << 16), written(g))
            finally:
                os.close(reader)

    def output(self, target, flush=False):
        """What a program prints that writes text, a graph, and text."""
        code = (f"import sys, seedpipe; print('text', flush={flush}); "
                "seedpipe.write(sys.argv[1], seedpipe.from_edges([(0, 1)])); "
                "print('text')")
        environment = dict(os.environ)
        environment.pop("PYTHONUNBUFFERED", None)
        return subprocess.run(
            [sys.executable, "-c", code, target], check=True, env=environment,
            stdout=subprocess.PIPE).stdout

    def test_the_device_of_standard_output(self):
        g = written(seedpipe.from_edges([(0, 1)]))
        want = b"text\n" + g + b"text\n"
        self.assertEqual(self.output("/dev/stdout", flush=True), want)
        with tempfile.TemporaryDirectory() as folder:
            link = pathlib.Path(folder, "link")
            link.symlink_to("/dev/stdout")
            self.assertEqual(self.output(link, flush=True), want)
            self.assertTrue(link.is_symlink())
            # A link to a file, and one to none yet, is kept.
            for _ in range(2):
                link.unlink()
                link.symlink_to("file.sp")
                seedpipe.write(link, seedpipe.from_edges([(0, 1)]))
                self.assertTrue(link.is_symlink())
                self.assertEqual(pathlib.Path(folder, "file.sp").read_bytes(),
                                 g)

    def test_standard_output(self):
        g = seedpipe.from_edges([(0, 1)])
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                raw = io.BytesIO()
                text = io.TextIOWrapper(raw)
                with contextlib.redirect_stdout(text):
                    print("text")
                    seedpipe.write("-", g)
                self.assertEqual(raw.getvalue(), b"text\n" + written(g))
                self.assertEqual(os.listdir(), [])
                seedpipe.write("./-", g)
                self.assertEqual(seedpipe.read("./-").links, 1)
            finally:
                os.chdir(before)
        self.assertEqual(self.output("-"), b"text\n" + written(g)
                         + b"text\n")

    @unittest.skipUnless(has("scipy"), "no scipy")
    def test_csr(self):
        g = seedpipe.from_edges([(0, 1), (2, 0)], weights=[3, 4], pages=4)
        again = seedpipe.from_csr(g.csr(), weighted=True)
        self.assertEqual(again.fingerprint, g.fingerprint)
        self.assertEqual(again.weights.tolist(), [3, 4])
        self.assertEqual(g.csr(dtype=np.int8).sum(), 7)
        half = seedpipe.from_edges([(0, 1)], weights=[2.5])
        for dtype in (np.int8, np.int64, bool):
            with self.assertRaisesRegex(ValueError, "weights do not fit"):
                half.csr(dtype=dtype)
        self.assertEqual(half.csr(weighted=False, dtype=np.int8).sum(), 1)
        self.assertEqual(half.csr(dtype=np.float32).sum(), 2.5)
        from scipy.sparse import coo_matrix
        with self.assertRaisesRegex(ValueError, "square matrix, not 2 x 3"):
            seedpipe.from_csr(coo_matrix((2, 3)))
        with self.assertRaisesRegex(TypeError, "scipy.sparse, not ndarray"):
            seedpipe.from_csr(np.eye(2))

    @unittest.skipUnless(has("scipy"), "no scipy")
    def test_entries_that_are_added(self):
        from scipy.sparse import coo_matrix, csr_matrix
        rows, columns, values = [0, 0, 1, 1, 0], [1, 1, 0, 0, 0], [
            1, -1, 2, 3, 0]
        twice = csr_matrix((values[:4], columns[:4], [0, 2, 4]))
        for matrix in (coo_matrix((values, (rows, columns))), twice,
                       twice.tocsc()):
            for weighted in (False, True):
                before = matrix.nnz
                g = seedpipe.from_csr(matrix, weighted=weighted)
                self.assertEqual(matrix.nnz, before)
                self.assertEqual(g.edges().tolist(), [[1, 0]])
            self.assertEqual(g.weights.tolist(), [5])
        many = coo_matrix(([100, 100], ([0, 0], [1, 1])), dtype="int8",
                          shape=(2, 2))
        self.assertEqual(seedpipe.from_csr(many, weighted=True)
                         .weights.tolist(), [200])

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_pandas(self):
        import pandas
        frame = pandas.DataFrame({"from": ["x", "y"], "to": ["y", "z"],
                                  "w": [1, 2.5]})
        g = seedpipe.from_pandas(frame, "from", "to", weight="w")
        self.assertEqual(g.names, ["x", "y", "z"])
        links = g.to_pandas("links")
        self.assertEqual(links["weight"].tolist(), [1, 2.5])
        with self.assertRaisesRegex(ValueError, "one column"):
            seedpipe.from_pandas(pandas.DataFrame(
                [[0, 1, 2]], columns=["source", "source", "target"]))
        with self.assertRaisesRegex(TypeError, "DataFrame, not dict"):
            seedpipe.from_pandas({"source": ["x"], "target": ["y"]})
        again = seedpipe.from_pandas(links, weight="weight", names=g.names)
        self.assertEqual(again.fingerprint, g.fingerprint)
        pages = g.to_pandas()
        self.assertEqual(pages["in_links"].tolist(), [0, 1, 1])
        self.assertEqual(pages.loc[2, "name"], "z")
        with self.assertRaisesRegex(ValueError, "no table"):
            g.to_pandas("cores")

    @unittest.skipUnless(has("networkx"), "no networkx")
    def test_networkx(self):
        g = seedpipe.from_edges([("x", "y")], weights=[2])
        graph = g.to_networkx()
        self.assertEqual(graph.nodes[0]["name"], "x")
        self.assertEqual(graph.edges[0, 1]["weight"], 2)
        for of in (graph, type(graph)([("ab", "cd")])):
            with self.assertRaisesRegex(TypeError, "give its edges"):
                seedpipe.from_edges(of)
        plain = seedpipe.from_edges([(0, 2)]).to_networkx()
        self.assertEqual(len(plain), 3)
        self.assertEqual(seedpipe.from_edges(plain.edges).links, 1)

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_scores_with_the_names_of_columns(self):
        def stream(g, *names):
            g._contents.scores = {
                name: (g._contents.basis, np.arange(3.)) for name in names}
            return g

        g = seedpipe.from_edges([("x", "y"), ("y", "z")], hosts=[*"abb"])
        plain = seedpipe.from_edges([(0, 1), (1, 2)])
        for name in ("name", "host", "out_links", "in_links"):
            with self.assertRaisesRegex(ValueError, f'^the score "{name}" has '
                                        "the name of another column"):
                stream(g, "fine", name).to_pandas()
        # No other column has their name if the stream has none of that kind.
        for name in ("name", "host", "state"):
            frame = stream(plain, name).to_pandas()
            self.assertEqual(frame[name].tolist(), [0, 1, 2])
        stream(g, "state")._contents.states = (
            g._contents.basis, np.zeros(3, np.uint8))
        with self.assertRaisesRegex(ValueError, 'score "state" has the name'):
            g.to_pandas()

    @unittest.skipUnless(has("networkx"), "no networkx")
    def test_a_score_with_the_name_of_an_attribute(self):
        g = seedpipe.from_edges([("x", "y")])
        for name in ("host", "name"):
            g._contents.scores = {name: (g._contents.basis, np.arange(2.))}
            if name == "host":
                self.assertEqual(g.to_networkx().nodes[1],
                                 {"name": "y", "host": 1})
        with self.assertRaisesRegex(ValueError, '^the score "name" has the na'):
            g.to_networkx()

    def test_html(self):
        g = seedpipe.from_edges([("<a>", "&b")])
        g = seedpipe.read(written(g))
        self.assertIn("2 pages; 1 links", g._repr_html_())
        self.assertNotIn("<a>", g._repr_html_())

    def test_advice(self):
        for begin, what, importer in (
                (b"WARC/1.0\r\n", "web archive", "crawlgraph"),
                (b"\x1f\x8b\x08", "gzip", "graphimport"),
                (b"a b\n", "not a", "graphimport")):
            with self.assertRaisesRegex(
                    seedpipe.FormatError,
                    what + f".* run\\(\"{importer}\", FILE\\).read"):
                seedpipe.read(begin + bytes(20))
        with self.assertRaisesRegex(seedpipe.FormatError,
                                    "manifest .* run\\(\"graphmerge\", "):
            seedpipe.read(b"#seedpipe-parts\t1\n")


@unittest.skipUnless(HAVE, "no filters in SEEDPIPE_BIN or on PATH")
class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.web = run("graphgen", n=600).read()

    def test_a_graph_in_memory(self):
        before = left()
        ranked = run("pagerank", self.web).read()
        self.assertEqual(ranked.fingerprint, self.web.fingerprint)
        best = int(ranked.scores["pagerank"].argmax())
        top = run("seedpick", ranked, top="pagerank:1").read()
        self.assertEqual(top.seeds.pages.tolist(), [best])
        # As an option, beside results that do not have the graph.
        alone = run("hits", self.web, R=True).read()
        self.assertFalse(alone.has_graph)
        seeds = run("seedpick", alone, g=self.web, top="hub:2").read()
        self.assertEqual(len(seeds.seeds), 2)
        with self.assertRaises(seedpipe.FilterError):
            run("hits", self.web, iterations="many").read()
        self.assertEqual(str(run("hits", self.web)),
                         f"hits {self.web!r}")
        self.assertEqual(left(), before)

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_seeds_by_a_score_with_the_name_of_a_column(self):
        file = io.BytesIO()
        seedpipe.write(file, {name: self.web.in_degrees for name in
                              ("page", "name", "core", "hub")}, self.web)
        scores = seedpipe.read(file.getvalue())
        for name in scores.scores:
            seeds = run("seedpick", scores, g=self.web, top=f"{name}:2").read()
            if name == "hub":
                self.assertEqual(len(seeds.to_pandas("seeds")["hub"]), 2)
                continue
            with self.assertRaisesRegex(ValueError, f'score "{name}" has the '
                                        "name of another column"):
                seeds.to_pandas("seeds")

    def test_parts(self):
        path = self.folder / "web.parts"
        run("graphgen", n=9000, parts=3, o=path).run()
        whole = run("graphgen", n=9000).read()
        parts = seedpipe.read(path)
        self.assertEqual(parts.fingerprint, whole.fingerprint)
        self.assertEqual(parts.names[8999], whole.names[8999])
        scores = run("pagerank", path).read().scores["pagerank"]
        self.assertEqual(
            scores.tolist(),
            run("pagerank", whole).read().scores["pagerank"].tolist())
        (self.folder / "web.parts.001").unlink()
        with self.assertRaisesRegex(seedpipe.FilterError, "web.parts.001"):
            seedpipe.read(path)

    def test_a_part(self):
        """One of two parts, with states and fetches, read and written."""
        web = run("graphgen", n=3000).read()
        seeds = run("seedpick", run("hits", web).read(), top="hub:3").read()
        bfs = run("crawlorder", seeds, g=web, order="bfs").read()
        path = self.folder / "web.sp"
        with self.assertWarns(seedpipe.FilterWarning):  # the order is left out
            run("graphprune", bfs, g=web, fetched_first="bfs:2500").pipe(
                "graphsplit", parts=2, o=path).run()
        whole = seedpipe.read(path)
        self.assertIsNone(whole.part)
        links = fetches = 0
        for number, copy in enumerate(("copy.000", "copy.001")):
            with self.assertWarnsRegex(UserWarning, f"part {number}/2 of a"):
                part = self.same(f"{path}.00{number}", "graph", "names",
                                 "hosts", "states", "fetches", copy=copy)
            own = range(part.part.first, part.part.end)
            self.assertEqual(part.part.count, 2)
            self.assertEqual(part.pages, whole.pages)
            self.assertFalse(part.out_degrees[:own.start].any())
            self.assertFalse(part.out_degrees[own.stop:].any())
            for page in (own[0], own[-1]):
                self.assertEqual(part.names[page], whole.names[page])
                self.assertEqual(part.states[page], whole.states[page])
            self.assertEqual(part.names[own[0] - 1], "")
            np.testing.assert_array_equal(part.host_of, whole.host_of)
            links += part.links
            fetches += len(part.fetches)
        self.assertEqual(links, whole.links)
        self.assertEqual(fetches, len(whole.fetches))
        # Written, they are still the parts of one graph.
        run("graphstat", self.folder / "copy.000", self.folder / "copy.001",
            manifest=True, o=self.folder / "copy").run()
        self.assertEqual(seedpipe.read(self.folder / "copy").fingerprint,
                         whole.fingerprint)

    def test_everything_is_written(self):
        """All sections, by way of a reader of the other implementation."""
        path = self.folder / "all.sp"
        run("hits", self.web).write(path)
        hits = self.same(path, "graph", "names", "hosts", "scores")
        run("graphprune", hits).pipe("hits").pipe(
            "coreextract", seeds=3).write(path)
        cores = self.same(path, "cores", "scores")
        self.assertEqual(len(run("seedpick", cores).read().seeds), 3)
        seeds = run("seedpick", hits, top="hub:3").read()
        bfs = run("crawlorder", seeds, g=self.web, order="bfs").read()
        both = run("crawlorder", bfs, g=self.web, order="opic", procs=2)
        both.pipe("crawlorder", g=self.web, order="opic",
                  time="global").write(path)
        orders = self.same(path, "seeds", "orders")
        run("graphprune", bfs, g=self.web, fetched_first="bfs:5").write(path)
        states = self.same(path, "graph", "states", "fetches")
        self.assertEqual((states.states == 1).sum(), 5)
        self.assertEqual(sorted(states.fetches.times.tolist()),
                         [1, 2, 3, 4, 5])
        run("crawlshape", states, to="stream").write(path)
        shapes = self.same(path, "shapes", "states")
        self.assertEqual(len(shapes.shapes), max(shapes.shapes.shape_of) + 1)
        kinds = {*hits.sections, *cores.sections, *orders.sections,
                 *states.sections, *shapes.sections}
        self.assertTrue(kinds >= {"GRPH", "stat", "ftch", "shap", "shpg", "CORE",
                                  "CMEM", "SEED", "sdnt", "ords", "ORDR", "ordt",
                                  "ordc"}, kinds)

    def same(self, path, *tables, copy="copy.sp"):
        """The stream, which has the same tables after it was written."""
        stream = seedpipe.read(path)
        seedpipe.write(self.folder / copy, stream)
        for what in tables:
            self.assertEqual(
                run("graphdump", path, s=what).bytes(),
                run("graphdump", self.folder / copy, s=what).bytes(),
                what)
        return stream


if __name__ == "__main__":
    unittest.main()
