# SPDX-License-Identifier: MIT
"""Filters as pipelines.

>>> import seedpipe
>>> (seedpipe.run("graphprune", "web.sp").pipe("hits")
...     .pipe("coreextract", seeds=10).pipe("seedpick", text=True)
...     .text())                                          # doctest: +SKIP

The filters are those of the folder that the environment variable
``SEEDPIPE_BIN`` names, of ``PATH``, or those installed with the module.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
import threading
import warnings
from contextlib import contextmanager
from signal import SIGPIPE
from typing import (IO, Any, BinaryIO, Dict, Iterable, Iterator, List,
                    Optional, Sequence, Set, Tuple, Union)

import numpy as np
import numpy.typing as npt

from . import stream, writer
from ._frames import seekable
from .errors import FilterError, FilterWarning, FormatError

Operand = Union[str, "os.PathLike[str]", stream.Stream]
Input = Union[None, bytes, BinaryIO]
Step = Tuple[Union[str, stream.Stream], ...]

#: A table of text: columns by name, in the order of the table.
Table = Dict[str, npt.NDArray[Any]]

#: Bytes of what a filter said that are kept: the last ones.
MESSAGES = 1 << 16

#: Columns that are text even if all cells look like numbers; "host" is a name
#: unless its table has numbers of hosts beside their names, and "found" one of
#: a list of seeds.
TEXT = {"url", "name", "domain", "was", "filter", "order"}


def run(name: str, /, *operands: Operand, input: Input = None,
        **options: Any) -> "Pipeline":
    """Begin a pipeline with a filter.  Nothing runs before its result is asked
    for.

    Args:
        name: the filter, such as ``"graphprune"``.
        operands: its files, or streams in memory, which are written to
            temporary files while the pipeline runs.
        input: what it reads from standard input: bytes, or a file in binary
            mode; nothing by default.  A file is read from where it is, and
            one without a descriptor, such as ``io.BytesIO``, at once.  Of a
            pipe, bytes that Python has read ahead do not come: give bytes,
            or open it with ``buffering=0``.
        options: its options: ``seeds_per_core=3`` is ``--seeds-per-core=3``,
            ``m="depth"`` is ``-m depth``, ``text=True`` is ``--text``; a file
            may be a stream in memory, as in ``g=graph``; a list is joined by
            commas, and a list of lists gives the option once for each:
            ``scores=[["a=a.tsv"], ["b=b.tsv"]]``; False and None leave the
            option out.  A name that is a word of Python gets an underscore:
            ``from_="wet"``.
    """
    return Pipeline((step(name, operands, options),), input)


def step(name: str, operands: Sequence[Operand],
         options: Dict[str, Any]) -> Step:
    """The words of a command."""
    words: List[Union[str, stream.Stream]] = [name]
    for key, value in options.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        option = f"-{key}" if len(key) == 1 else f"--{key}"
        if value is True:
            words.append(option)
            continue
        for one in option_values(name, value):
            if len(key) == 1 or isinstance(one, stream.Stream):
                words += [option, one]
            else:
                words.append(f"{option}={one}")
    for operand in operands:
        if not isinstance(operand, (str, os.PathLike, stream.Stream)):
            raise no_file(name, operand)
    files = [operand if isinstance(operand, stream.Stream) else
             os.fspath(operand) for operand in operands]
    if any(isinstance(file, str) and file.startswith("-") and file != "-"
           for file in files):
        words.append("--")
    return tuple(words + files)


def option_values(name: str, value: Any) -> List[Union[str, stream.Stream]]:
    """What an option is given, as words, or a stream as it is: one value or,
    of a list with lists in it, one for each item."""
    if isinstance(value, stream.Stream):
        return [value]
    if isinstance(value, bytes):
        raise TypeError(f"{name}: an option is a str, not {value!r}")
    if hasattr(value, "read"):  # a pipeline or an open file
        raise no_file(name, value)
    if isinstance(value, (str, os.PathLike)):
        return [os.fspath(value)]
    if not isinstance(value, Iterable):
        return [str(value)]
    items = list(value)
    words = [word for item in items for word in option_values(name, item)]
    if len(words) == 1 or any(isinstance(item, (list, tuple))
                              for item in items):
        return words
    joined = [word for word in words if isinstance(word, str)]
    if len(joined) < len(words):
        raise no_file(name, value)
    return [",".join(joined)]


def no_file(name: str, value: Any) -> TypeError:
    return TypeError(f"{name}: a file is a path or a stream in memory, not "
                     f"{value!r}")


def has_output(step: Step) -> bool:
    """Whether a filter is given a file to write to."""
    for word in step:
        if word == "--":
            break
        if not isinstance(word, str):
            continue
        option = word.split("=")[0]
        # Filters know an option by its first letters.
        if word == "-o" or (len(option) > 2
                            and "--output".startswith(option)):
            return True
    return False


def program(name: str) -> str:
    """Where a filter is."""
    folder = os.environ.get("SEEDPIPE_BIN")
    found = shutil.which(name, path=folder or None)
    if found is None and not folder:
        # Those of the same wheel, in an environment that is not activated.
        found = shutil.which(name, path=sysconfig.get_path("scripts"))
    if found is None:
        where = (f"in SEEDPIPE_BIN ({folder})" if folder else
                 "on PATH; SEEDPIPE_BIN can name its folder")
        raise FileNotFoundError(f"the filter {name} is not {where}")
    return found


def checked(input: Input) -> Input:
    """What a pipeline can read: bytes, or a binary file."""
    if input is None or isinstance(input, bytes):
        return input
    # A number would be the descriptor of any file.
    if not hasattr(input, "fileno"):
        raise TypeError(f"input is bytes or a binary file, not {input!r}; a "
                        "stream in memory is an operand")
    if hasattr(input, "encoding"):
        raise TypeError("input is read by a filter, not as text: open the "
                        "file in binary mode, or give sys.stdin.buffer")
    try:
        input.fileno()
    except io.UnsupportedOperation:
        return input.read()
    return input


def put_in_place(file: BinaryIO) -> None:
    """Have the descriptor where the file is: Python reads ahead, and the
    filter would go on after that."""
    if not seekable(file):
        return
    place = file.tell()
    if os.lseek(file.fileno(), 0, os.SEEK_CUR) != place:
        file.seek(0, os.SEEK_END)  # within its buffer, only Python would move
        file.seek(place)
    if os.lseek(file.fileno(), 0, os.SEEK_CUR) != place:
        raise TypeError(f"{file!r} is not what its descriptor has, such as a "
                        "compressed file: give its bytes, read()")


class Pipeline:
    """Filters joined by pipes.

    A pipeline is a description that can be run any number of times, by each
    of ``read``, ``open``, ``write``, ``text``, ``table``, ``bytes`` and
    ``run``.  If a filter fails, they raise ``FilterError``; what a filter
    writes to standard error without failing becomes a ``FilterWarning``.
    """

    def __init__(self, steps: Sequence[Step], input: Input = None) -> None:
        self.steps = tuple(steps)
        self._input = checked(input)

    def pipe(self, name: str, /, *operands: Operand,
             **options: Any) -> "Pipeline":
        """This pipeline and one more filter; arguments as of ``run``."""
        return Pipeline(self.steps + (step(name, operands, options),),
                        self._input)

    def __str__(self) -> str:
        """The pipeline as the shell would have it."""
        return " | ".join(" ".join(
            shlex.quote(word) if isinstance(word, str) else repr(word)
            for word in step) for step in self.steps)

    def __repr__(self) -> str:
        return f"<seedpipe.Pipeline: {self}>"

    @contextmanager
    def _output(self) -> Iterator[BinaryIO]:
        running = _Running(self.steps, self._input)
        try:
            yield running.stdout
        except FormatError as error:
            # The failure of a filter is the better reason.
            failure = running.failure()
            last = self.steps[-1]
            if failure is None and has_output(last):
                error = FormatError(f"{error}; {last[0]} writes to a file "
                                    "(o=): run() it, and read the file")
            raise failure or error from None
        except BaseException:
            running.kill()
            raise
        running.finish()

    def read(self, sections: Optional[Iterable[str]] = None,
             verify: bool = True) -> stream.Stream:
        """Run, and read the stream that comes out; see ``seedpipe.read``."""
        with self._output() as file:
            return stream.read_one(file, sections, verify)

    @contextmanager
    def open(self, sections: Optional[Iterable[str]] = (),
             verify: bool = True) -> Iterator[stream.Reader]:
        """Run, and read the links that come out a part at a time; see
        ``seedpipe.open``."""
        with self._output() as file:
            yield stream.Reader(file, sections, verify)

    def bytes(self) -> bytes:
        """Run, and return what comes out."""
        with self._output() as file:
            return file.read()

    def text(self) -> str:
        """Run, and return the text that comes out."""
        return self.bytes().decode("utf-8", "surrogateescape")

    def table(self) -> Table:
        """Run, and return the table that comes out (of ``graphdump``,
        ``hotcurve`` and others): an array for each column.

        Columns of whole numbers are int64 and other numbers float64, in which
        a missing value is NaN; everything else is text, without escapes.
        """
        return parse_table(self.text())

    def run(self) -> None:
        """Run, for filters that write files; what comes out is dropped."""
        with self._output() as file:
            while file.read(1 << 16):
                pass

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Run, and have the last filter write this file (option -o): it is
        replaced only when the new one is complete.

        Raises:
            ValueError: the last filter has a file of its own (``o=``), or
                path is ``"-"``, standard output.
        """
        name = self.steps[-1][0]
        if has_output(self.steps[-1]):
            raise ValueError(f"{name} writes to a file of its own already "
                             "(o=): run() it, or leave that out")
        if os.fspath(path) == "-":
            raise ValueError('"-" is standard output, not a file: what comes '
                             "out is had by bytes() or read()")
        last: Step = (name, "-o", os.fspath(path)) + self.steps[-1][1:]
        Pipeline(self.steps[:-1] + (last,), self._input).run()


class _Running:
    """The processes of a pipeline.  Their messages go to files, so that none
    of them waits for a reader."""

    def __init__(self, steps: Sequence[Step], input: Input) -> None:
        self.names = [str(step[0]) for step in steps]
        programs = [program(name) for name in self.names]
        self.folder: Optional["tempfile.TemporaryDirectory[str]"] = None
        self.processes: List["subprocess.Popen[bytes]"] = []
        self.messages: List[IO[bytes]] = []
        self.feeder: Optional[threading.Thread] = None
        given: Any = subprocess.PIPE if isinstance(input, bytes) else \
            subprocess.DEVNULL if input is None else input
        if input is not None and not isinstance(input, bytes):
            put_in_place(input)
        try:
            for step, path in zip(self.in_files(steps), programs):
                self.start(step, path, given)
                given = self.processes[-1].stdout
        except BaseException:
            self.kill()
            raise
        stdout = self.processes[-1].stdout
        assert stdout is not None
        self.stdout: BinaryIO = stdout  # type: ignore[assignment]
        if isinstance(input, bytes):
            self.feed(input)

    def in_files(self, steps: Sequence[Step]) -> List[List[str]]:
        """The steps, with streams in memory written to files."""
        written: Dict[int, str] = {}

        def file_of(word: Union[str, stream.Stream]) -> str:
            if isinstance(word, str):
                return word
            if self.folder is None:
                self.folder = tempfile.TemporaryDirectory(prefix="seedpipe-")
            if id(word) not in written:
                path = os.path.join(self.folder.name, f"{len(written)}.sp")
                writer.write(path, word)
                written[id(word)] = path
            return written[id(word)]

        return [[file_of(word) for word in step] for step in steps]

    def start(self, step: Sequence[str], path: str, given: Any) -> None:
        messages = tempfile.TemporaryFile()
        self.messages.append(messages)
        # As a child of the shell would be: SIGPIPE is not ignored.
        self.processes.append(subprocess.Popen(
            step, executable=path, stdin=given, stdout=subprocess.PIPE,
            stderr=messages, restore_signals=True))
        if len(self.processes) > 1:
            given.close()

    def feed(self, data: bytes) -> None:
        stdin = self.processes[0].stdin
        assert stdin is not None

        def write(file: IO[bytes] = stdin) -> None:
            try:
                with file:
                    file.write(data)
            except BrokenPipeError:
                pass  # the filter says why

        self.feeder = threading.Thread(target=write, daemon=True)
        self.feeder.start()

    def wait(self) -> List[Tuple[str, int, str]]:
        try:
            return self.ends()
        finally:
            if self.folder is not None:
                self.folder.cleanup()

    def ends(self) -> List[Tuple[str, int, str]]:
        for process in self.processes:
            if process.stdout is not None:
                process.stdout.close()
        try:
            states = [process.wait() for process in self.processes]
        except BaseException:  # of the user, who does not want to wait
            for process in self.processes:
                process.kill()
                process.wait()
            for messages in self.messages:
                messages.close()
            raise
        if self.feeder is not None:
            self.feeder.join()
        said = []
        for messages in self.messages:
            with messages:
                size = messages.seek(0, os.SEEK_END)
                messages.seek(max(0, size - MESSAGES))
                said.append(messages.read().decode("utf-8", "replace"))
        return list(zip(self.names, states, said))

    def failure(self) -> Optional[FilterError]:
        """Wait for all.  A filter that could not write has not failed: the
        reason is what came after it."""
        self.ended = self.wait()
        failures = [end for end in self.ended if end[1] not in (0, -SIGPIPE)]
        return FilterError(failures) if failures else None

    def finish(self) -> None:
        """Wait for all; raise what failed, and pass on what was said."""
        failure = self.failure()
        if failure is not None:
            raise failure
        for _, _, message in self.ended:
            if message.strip():
                warnings.warn(message.strip(), FilterWarning, stacklevel=5)

    def kill(self) -> None:
        for process in self.processes:
            process.kill()
        self.wait()


ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|.)")
PLAIN = {"t": b"\t", "n": b"\n", "r": b"\r", "\\": b"\\"}


def unescape(cell: str) -> str:
    """A cell of a table as it was in the stream.  Bytes are put together before
    they are decoded: a character may be two of them, each escaped."""
    if "\\" not in cell:
        return cell

    def one(match: "re.Match[str]") -> str:
        escape = match.group(1)
        plain = PLAIN.get(escape)
        if plain is None and escape[0] == "x" and len(escape) == 3:
            plain = bytes([int(escape[1:], 16)])
        return (match.group() if plain is None else
                plain.decode("ascii", "surrogateescape"))

    return ESCAPE.sub(one, cell).encode("utf-8", "surrogateescape").decode(
        "utf-8", "surrogateescape")


def text_columns(head: Sequence[str]) -> Set[str]:
    """The columns of a table that are text, whatever is in them."""
    names = set(TEXT)
    if "name" not in head:
        names.add("host")
    if "seed" in head:
        names.add("found")
    return names


def column(text: bool, cells: Sequence[str]) -> npt.NDArray[Any]:
    """A column as numbers if all cells are and it is not text, else as text."""
    missing = [cell in ("-", "") for cell in cells]
    if not text and not all(missing):
        try:
            if not any(missing):
                return np.array([int(cell) for cell in cells], np.int64)
        except (ValueError, OverflowError):
            pass
        try:
            return np.array([np.nan if none else float(cell) for cell, none
                             in zip(cells, missing)], np.float64)
        except ValueError:
            pass
    return np.array([unescape(cell) for cell in cells], np.object_)


def parse_table(text: str) -> Table:
    """Tab-separated values with one header line that begins with #."""
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not lines or not lines[0].startswith("#"):
        raise ValueError("the output is no table: its first line does not "
                         "begin with #")
    head = lines[0][1:].split("\t")
    rows = [line.split("\t") for line in lines[1:]]
    if any(len(row) != len(head) for row in rows):
        raise ValueError("the output is no table: a row has other columns than "
                         "its head")
    cells = list(zip(*rows)) if rows else [()] * len(head)
    texts = text_columns(head)
    return {name: column(name in texts, tuple(values))
            for name, values in zip(head, cells)}
