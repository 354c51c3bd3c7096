# SPDX-License-Identifier: MIT
"""draw.py - draws small changes of the sources by a seed

	draw.py list TOP SEED COUNT    a line for each change, in the order to try
	draw.py plant TOP FILE NUMBER NEW    the file with another line, printed

A line of the list has, with tabs between: a key, the folder and how many of its
changes are to be counted, the file, the number of the line, the kind of change,
the line as it is and as it becomes, and, if tests/mutants/equivalent explains
why nobody can notice the change, that reason.

Each folder of lib gets at least two changes of COUNT, and a share of the rest
by how many places it has.  Within a folder the kinds take turns, and within a
kind the order is that of hashes of seed, file and text: it does not depend on
other files, nor on the numbers of lines.  A line is changed once at most.
"""
import collections
import hashlib
import pathlib
import re
import sys

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=",
               "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>",
              ">>": "<<", "&": "|", "|": "&", "^": "|", "+=": "-=", "-=": "+="}
LOGIC = {"&&": "||", "||": "&&"}
JUMPS = ("return", "goto", "break", "continue")
TYPES = re.compile(r"(const |static |struct |enum |union |unsigned |signed |"
                   r"extern |bool |char |int |long |short |float |double |"
                   r"size_t |ssize_t |time_t |off_t |FILE |u?int\d+_t |"
                   r"void |va_list |typedef |wide )")
OPERAND = r"[\w>.\[\]-]+"


def blank(text):
    """The code with the insides of comments, strings and characters blanked,
    so that columns stay."""
    def hide(match):
        found = match.group()
        if found[0] == "/":
            return re.sub(r"[^\n]", " ", found)
        return found[0] + re.sub(r"[^\n]", " ", found[1:-1]) + found[-1]
    return re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|"
                  r"'(?:\\.|[^'\\\n])*'", hide, text, flags=re.S)


def code_lines(text):
    """Numbers of lines in bodies of functions, from 0, with their code."""
    inside = directive = False
    statement = ""      # what of the statement is on the lines before
    for number, line in enumerate(blank(text).split("\n")):
        if directive or line.lstrip().startswith("#"):
            directive = line.endswith("\\")
            continue
        if line == "{":
            inside, statement = True, ""
            continue
        if line == "}":
            inside = False
        if not inside or not line.strip():
            continue
        yield number, line, statement
        end = line.rstrip()
        whole = end.endswith((";", "{", "}", ":"))
        statement = "" if whole else statement + end + "\n"


def closed(code):
    """Are parentheses and braces of the code closed?"""
    return all(code.count(a) == code.count(b) for a, b in ("()", "[]", "{}"))


def condition(code):
    """Where the condition of an if that ends on its line begins and ends."""
    match = re.match(r"\s*(?:\} )?(?:else )?if \(", code)
    depth = 1
    at = match.end() if match else len(code)
    begin = at
    while at < len(code) and depth:
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return (begin, at - 1) if match and not depth else None


def first_change(code, before):
    """From where a line may change: declarations, only what they assign."""
    declares = TYPES.match((before + code).lstrip())
    if not declares:
        return 0
    if "static" in declares.group():
        return len(code)
    if "=" in before:
        return 0
    equals = re.search(r" = ", code)
    return equals.end() if equals else len(code)


def changes(lines, number, code, before):
    """The changes of a line: kind, and the line as it becomes."""
    line = lines[number]
    begin = first_change(code, before)

    def replace(kind, pattern, becomes):
        for match in re.finditer(pattern, code):
            new = becomes(match)
            if match.start() >= begin and new is not None:
                yield kind, line[:match.start()] + new + line[match.end():]

    for kind, table in ("comparison", COMPARISONS), \
            ("arithmetic", ARITHMETIC), ("logic", LOGIC):
        yield from replace(kind, r"(?<= )[<>=!+*/%&|^-]+(?= |$)",
                           lambda match: table.get(match.group()))
    yield from replace("constant", r"(?<![\w.\"'])(0|[1-9]\d*)(?![\w.\"'])",
                       lambda match: str(int(match.group()) + 1))
    yield from replace("swap", rf"(?<=[(])({OPERAND}), ({OPERAND})(?=[,)])",
                       lambda match: f"{match[2]}, {match[1]}"
                       if match[1] != match[2] else None)
    place = condition(code)
    if place and not before:
        inside = line[place[0]:place[1]]
        yield "negation", f"{line[:place[0]]}!({inside}){line[place[1]:]}"
        following = (code[place[1] + 1:] or lines[number + 1]).strip()
        if following.startswith(JUMPS):
            yield "check", line[:place[0]] + "0" + line[place[1]:]
    # A leak is for the sanitizers to find.
    if not before and begin == 0 and closed(code) and \
            not re.match(r"\s+(\w+_)?free\(", code) and \
            re.match(r"\s+[*+(\w-].*;$", code) and \
            not re.match(rf"\s*({'|'.join(JUMPS)}|if|for|while|do|case|"
                         r"default|else|asm|\}})\b", code):
        yield "statement", re.match(r"\s*", line).group() + ";"


def explained(top):
    """The changes that nobody can notice, and why; see README.md."""
    reasons, why, old, path = {}, "", "", ""
    for line in (top / "tests/mutants/equivalent").read_text().split("\n"):
        if line.startswith("\t- "):
            old = line[3:]
        elif line.startswith("\t+ "):
            reasons[path, old, line[3:]] = why
        elif line.startswith("\t"):
            path = line[1:]
        elif line and not line.startswith("#"):
            why = line
    return reasons


def places(top, seed, path):
    """All changes of a file: hash, kind, number of the line, old and new."""
    text = path.read_text()
    lines = text.split("\n")
    file = str(path.relative_to(top))
    seen = collections.Counter()
    for number, code, before in code_lines(text):
        old = lines[number].strip()
        seen[old] += 1
        for kind, new in changes(lines, number, code, before):
            what = (seed, file, kind, old, seen[old], new.strip())
            key = hashlib.sha256(repr(what).encode()).hexdigest()[:12]
            yield key, kind, file, number + 1, old, new.strip()


def in_turns(found):
    """The changes of a folder by hash, one of each kind in turn, and one of
    each line."""
    kinds = collections.defaultdict(list)
    for place in sorted(found):
        kinds[place[1]].append(place)
    # Which kind comes first differs from folder to folder.
    queues = sorted(kinds.values())
    lines = set()
    while queues:
        for queue in queues:
            while queue and queue[0][2:4] in lines:
                queue.pop(0)
            if queue:
                lines.add(queue[0][2:4])
                yield queue.pop(0)
        queues = [queue for queue in queues if queue]


def quotas(folders, count):
    """How many changes of each folder to count."""
    rest = max(0, count - 2 * len(folders))
    total = sum(map(len, folders.values()))
    shares = {name: rest * len(found) / total
              for name, found in folders.items()}
    wanted = {name: 2 + int(share) for name, share in shares.items()}
    more = count - sum(wanted.values())
    for name in sorted(shares, key=lambda name: (int(shares[name]) -
                                                 shares[name], name))[:more]:
        wanted[name] += 1
    return wanted


def show(top, seed, count):
    """Prints the list."""
    folders = collections.defaultdict(list)
    for path in sorted(top.glob("lib/**/*.c")):
        folders[str(path.parent.relative_to(top))] += places(top, seed, path)
    wanted = quotas(folders, count)
    reasons = explained(top)
    listed = []
    for folder, found in folders.items():
        # More than wanted, for those that do not count.
        for rank, place in enumerate(in_turns(found)):
            if rank < 4 * wanted[folder]:
                turn = (rank + .5) / wanted[folder]
                listed.append((turn, folder) + place)
    for _, folder, key, kind, file, number, old, new in sorted(listed):
        print(key, folder, wanted[folder], file, number, kind, old, new,
              reasons.get((file, old, new), ""), sep="\t")


def plant(top, file, number, new):
    """Prints the file with another line."""
    lines = (top / file).read_text().split("\n")
    indent = re.match(r"\s*", lines[number - 1]).group()
    lines[number - 1] = indent + new
    print("\n".join(lines), end="")


if __name__ == "__main__":
    if sys.argv[1] == "list":
        show(pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    else:
        plant(pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]),
              sys.argv[5])
