#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""relscore.t - scores of texts beside a second implementation, written from
the manual page with no thought of speed; beside scikit-learn where both can be
asked for the same; and stems beside PyStemmer

scikit-learn's TfidfVectorizer weighs words by (1 + ln tf) (ln(N / df) + 1)
with sublinear_tf and without smooth_idf: a word that all pages have is not
without weight there.  Less 1, its idf is ours.  It ignores words of a query
that no page has, so queries here have none.
"""
import collections
import math
import os
import random
import subprocess
import tempfile
import unicodedata

from tap import end, ok, skip

BIN = os.path.abspath(os.environ.get("BIN", "bin"))
PAGES = 1000

# ---- the second implementation ----------------------------------------------

def tokens(text):
    words = [[]]
    for c in text:
        category = unicodedata.category(c)
        if category[0] in "LM" or category == "Nd":
            low = c.lower()
            words[-1].append(low if len(low) == 1 else c)
        else:
            words.append([])
    return ["".join(w) for w in words if w]


def vector(words, idf):
    counts = collections.Counter()
    for w in words:
        counts[w] += 1  # in the order of first occurrence
    if idf is None:
        return {w: float(n) for w, n in counts.items()}
    return {w: (1 + math.log(n)) * idf(w) for w, n in counts.items()}


def similarity(query, words, idf=None):
    q, d = vector(query, idf), vector(words, idf)
    square_q = square_d = product = 0.0
    for w in q:
        square_q += q[w] * q[w]
    for w in d:
        square_d += d[w] * d[w]
    for w in q:
        if w in d:
            product += q[w] * d[w]
    divisor = math.sqrt(square_q * square_d)
    return min(product / divisor, 1.0) if divisor else 0.0


def weights(texts):
    df = collections.Counter()
    pages = 0
    for text in texts:
        pages += bool(text)
        df.update(set(text))
    return lambda w: math.log(pages / max(df[w], 1))


# ---- random pages -----------------------------------------------------------

random.seed(28)
LETTERS = "abcdefghijklmnopqrstuvwxyzéñüøßчитьλόγοςहिन्दी"


def make_word():
    return "".join(random.choice(LETTERS)
                   for _ in range(random.randint(1, 6)))


WORDS = [make_word() for _ in range(600)] + [str(n) for n in range(20)]


def some_word():
    word = WORDS[int(len(WORDS) * random.random() ** 3)]
    return random.choice([word, word, word.upper(), word.capitalize()])


def glue():
    return random.choice([" ", " ", " ", ", ", "-", "… ", "\n", "_", "'", "²"])


def make_text():
    if random.random() < 0.02:
        return ""
    return "".join(some_word() + glue()
                   for _ in range(random.randint(1, 200)))


def url(i):
    return "http://h%d.example/%d" % (i % 50, i)


def record(kind, i, block):
    head = ("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\n"
            "Content-Length: %d\r\n\r\n" % (kind, url(i), len(block)))
    return head.encode() + block + b"\r\n\r\n"


def relscore(*options):
    command = [BIN + "/relscore", "-q", "-g", "web.sp", *options]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def dump(stream, *options):
    text = subprocess.run([BIN + "/graphdump", *options], input=stream,
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    return [line.split("\t") for line in text.splitlines()]


def page_scores(*options):
    rows = dump(relscore(*options), "-s", "scores")
    columns = list(zip(*[map(float, row[1:]) for row in rows[1:]]))
    return dict(zip(rows[0][1:], columns))


def compare(name, ours, theirs, exact):
    worst = max(abs(a - b) for a, b in zip(ours, theirs))
    same = sum(a == b for a, b in zip(ours, theirs))
    ok(len(ours) == len(theirs) and worst <= (0 if exact else 1e-12) and
       max(ours) > 0,
       "%s: %d of %d values are the same bits" % (name, same, len(ours)),
       "the largest difference is %g" % worst)


# ---- texts --------------------------------------------------------------------

folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
texts = [make_text() for _ in range(PAGES)]
with open("links", "w") as out:
    for i in range(PAGES):
        out.write("%s %s\n" % (url(i), url((i + 1) % PAGES)))
subprocess.run([BIN + "/graphimport", "-q", "-f", "arcs", "-o", "web.sp",
                "links"], check=True)
with open("texts.wet", "wb") as out:
    for i, text in enumerate(texts):
        out.write(record("conversion", i, text.encode()))

queries = {"q%d" % n: " ".join(some_word() for _ in range(n + 1))
           for n in range(10)}
asked = [x for n, q in queries.items() for x in ("--query", n + "=" + q)]
words = [tokens(t) for t in texts]
idf = weights(words)
plain = page_scores(*asked, "texts.wet")
weighted = page_scores("--weight", "tfidf", *asked, "texts.wet")
for name, text in queries.items():
    q = tokens(text)
    compare("tf, %d words" % len(q), plain[name],
            [similarity(q, w) for w in words], True)
    compare("tfidf, %d words" % len(q), weighted[name],
            [similarity(q, w, idf) for w in words], False)

# ---- links ----------------------------------------------------------------------

AROUND = 5
anchors, contexts = {}, {}
query = tokens(queries["q4"])
page_words = []
with open("pages.warc", "wb") as out:
    for i in range(PAGES):
        before, inside, after = make_text(), some_word(), make_text()
        if random.random() < 0.3:
            inside += " " + some_word()
        html = "<p>%s <a href='%s'>%s</a> %s</p>" % (
            before, url((i + 1) % PAGES), inside, after)
        out.write(record("response", i, (
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
            "\r\n" + html).encode()))
        around = tokens(before)[-AROUND:] + tokens(after)[:AROUND]
        page_words.append(tokens(before) + tokens(inside) + tokens(after))
        anchors[i] = tokens(inside)
        if around:
            contexts[i] = around
idf = weights(page_words)
for weight, by in (("tf", None), ("tfidf", idf)):
    rows = dump(relscore("--weight", weight, "--query", queries["q4"],
                         "--anchors", "--context", str(AROUND),
                         "pages.warc"), "-s", "link-scores")
    for name, wanted in (("anchors", anchors), ("contexts", contexts)):
        found = {int(r[1]): float(r[3]) for r in rows if r[0] == name}
        ok(found.keys() == wanted.keys(),
           "%s, %s: the same links" % (name, weight))
        compare("%s, %s" % (name, weight),
                [found[i] for i in sorted(wanted)],
                [similarity(query, wanted[i], by) for i in sorted(wanted)],
                by is None)

# ---- scikit-learn -----------------------------------------------------------------

try:
    from sklearn.feature_extraction.text import TfidfVectorizer
except ImportError:
    skip("scikit-learn", "no Python module sklearn")
else:
    for weight, ours in (("tf", plain), ("tfidf", weighted)):
        theirs = TfidfVectorizer(tokenizer=tokens, token_pattern=None,
                                 lowercase=False, use_idf=weight == "tfidf",
                                 sublinear_tf=weight == "tfidf",
                                 smooth_idf=False)
        # N is the number of pages with text.
        theirs.fit([t for t, w in zip(texts, words) if w])
        if weight == "tfidf":
            theirs.idf_ = theirs.idf_ - 1
        matrix = theirs.transform(texts)
        for name, text in queries.items():
            if all(w in theirs.vocabulary_ for w in tokens(text)):
                product = matrix @ theirs.transform([text]).T
                compare("scikit-learn, %s, %s" % (weight, name), ours[name],
                        product.toarray().ravel().tolist(), False)

# ---- stems -------------------------------------------------------------------------

# Old and regular: stems of these have not changed in Snowball for long.
FORMS = {
    "porter": ("relat oper connect gener adjust form hope condition electric "
               "crawl index topic rank",
               " e ed ing ion ions ional ive ively ize ized izer ness al ally "
               "s er ers able ment"),
    "english": ("relat oper connect adjust crawl index rank link search test",
                " e ed ing ion ions ive ize ized able s er ers"),
    "french": ("chant cherch import pass aim", "er e es ons ez ent ait é ée"),
    "german": ("haus kind such wort bild", " e er es en em"),
    "spanish": ("habl busc pas import", "ar o as a amos an ado ada ando"),
    "russian": ("книг город вод рек", " а ы е у ой ам ах"),
}
try:
    import Stemmer
except ImportError:
    skip("stems", "no Python module Stemmer")
else:
    for language, (roots, ends) in FORMS.items():
        stem = Stemmer.Stemmer(language).stemWord
        forms = [r + e for r in roots.split() for e in ends.split(" ")]
        forms = forms[:PAGES]
        with open("forms.wet", "wb") as out:
            for i, form in enumerate(forms):
                out.write(record("conversion", i, form.encode()))
        asked = [x for i, f in enumerate(forms[:60])
                 for x in ("--query", "q%d=%s" % (i, f))]
        found = page_scores("--stem", language, *asked, "forms.wet")
        wrong = [(f, forms[j]) for i, f in enumerate(forms[:60])
                 for j in range(len(forms))
                 if (stem(f) == stem(forms[j])) !=
                 (found["q%d" % i][j] > 0.5)]
        ok(not wrong, "stems, %s: %d words against %d" % (
            language, len(forms[:60]), len(forms)),
           "%d pairs differ, such as %s" % (len(wrong), wrong[:4]))

os.chdir("/")
folder.cleanup()
end()
