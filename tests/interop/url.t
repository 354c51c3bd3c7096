#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
url.t - the normal form of URLs (lib/web/page/url.h) beside the URL standard: the
cases of web-platform-tests, and ada, the parser of Node.js, on random URLs and
on those of real crawls

The standard's result is brought to the normal form by what url.h adds to it,
written here a second time.  Differences are only accepted for the reasons that
explained() lists; they are counted, and the first of each is shown.

The cases come with the crate url, which cargo fetches.
"""
import collections
import gzip
import json
import os
import random
import re
import subprocess

from tap import end, ok, skip, skip_all

CRATE = 'url', '2.5.4'
HEX = b'0123456789abcdefABCDEF'
UNRESERVED = (b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
              b'0123456789-._~')
build = os.environ.get('BUILD', 'build')
tool = os.path.join(build, 'tests', 'resolve')


# ---- the normal form, from that of the standard ----------------------------

def escapes(text):
    """Upper-case digits, and unreserved characters without an escape."""
    text, out, i = text.encode(), bytearray(), 0
    while i < len(text):
        if not re.match(rb'%[0-9A-Fa-f]{2}', text[i:i + 3]):
            out.append(text[i])
            i += 1
            continue
        value = int(text[i + 1:i + 3], 16)
        joins = value in HEX and re.search(rb'%[0-9A-Fa-f]?$', bytes(out[-2:]))
        joins = joins and not re.search(rb'%[0-9A-F]{2}$', bytes(out[-3:]))
        if value in UNRESERVED and not joins:
            out.append(value)
        else:
            out += b'%%%02X' % value
        i += 3
    return out.decode()


def normal(href):
    """The normal form of what the standard calls href."""
    match = re.match(r'(https?://)([^/?#]*)([^?#]*)(\?[^#]*)?', href)
    if not match:
        return 'OTHER'
    scheme, authority, path, query = match.groups()
    authority = authority.rsplit('@', 1)[-1]
    host, port = re.match(r'(.*?)(:[0-9]+)?$', authority).groups()
    if not host.startswith('['):
        host = host[:-1] if host.endswith('.') else host
        labels = host.split('.')
        if (not re.match(r'[a-z0-9._-]+$', host) or '' in labels or
                max(map(len, labels)) > 63 or len(host) > 253):
            return 'BAD'
    return scheme + host + (port or '') + escapes(path + (query or ''))


def explained(text, standard, ours):
    """Why the two differ; None if they should not."""
    host = re.match(r'https?://([^/?:]*)', standard)
    if standard == 'BAD' and ours == 'OTHER':
        return 'URLs of other schemes are not examined'
    if standard == 'BAD' and re.match(r'https?://[^/]*xn--', ours, re.I):
        return 'punycode is not decoded'
    if ours == 'BAD' and host and (
            'xn--' in host.group(1) or not text.isascii()):
        return 'IDNA 2008 has fewer characters (no symbols), and rules of ' \
               'hyphens'
    return None


# ---- comparing -------------------------------------------------------------

def resolve(rows):
    text = ''.join('%s\t%s\t\n' % (base.hex(), text.hex())
                   for base, text in rows)
    run = subprocess.run([tool], input=text.encode(), check=True,
                         stdout=subprocess.PIPE)
    return run.stdout.decode().split('\n')[:-1]


def compare(what, rows, standard):
    ours = resolve(rows)
    reasons, wrong = collections.Counter(), []
    first = {}
    ok(len(ours) == len(rows) and 'CHANGES' not in ours,
       what + ': a normal form is its own')
    for (base, text), expected, got in zip(rows, standard, ours):
        if expected == got:
            continue
        text = text.decode()
        reason = explained(text, expected, got)
        if reason:
            reasons[reason] += 1
            first.setdefault(reason, (text, expected, got))
        else:
            wrong.append((base, text, expected, got))
    ok(not wrong, '%s: %d URLs, %d of them pages' %
       (what, len(rows), sum(url.startswith('http') for url in ours)))
    for row in wrong[:20]:
        print('#   %r against %r: expected %s, got %s' %
              (row[1], row[0], row[2], row[3]))
    for reason, number in reasons.most_common():
        print('#   %d differ: %s (%r: %s, not %s)' %
              ((number, reason) + (first[reason][0], first[reason][2],
                                   first[reason][1])))


def platform_tests():
    """The file of cases, or why it is not here."""
    folder = os.path.join(os.environ.get('CACHE', build), 'crate-url')
    path = os.path.join(folder, 'vendor', CRATE[0], 'tests',
                        'urltestdata.json')
    if not os.path.exists(path):
        os.makedirs(os.path.join(folder, 'src'), exist_ok=True)
        with open(os.path.join(folder, 'Cargo.toml'), 'w') as file:
            file.write('[package]\nname = "cases"\nversion = "0.0.0"\n'
                       '[dependencies]\n%s = "=%s"\n' % CRATE)
        open(os.path.join(folder, 'src', 'lib.rs'), 'w').close()
        try:
            subprocess.run(['cargo', 'vendor', '--quiet'], cwd=folder,
                           check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            return None
    return path if os.path.exists(path) else None


def platform_cases(path):
    rows, standard = [], []
    with open(path) as file:
        cases = [case for case in json.load(file) if isinstance(case, dict)]
    for case in cases:
        base = case.get('base') or ''
        # Other bases are no pages; half a character is no UTF-8.
        if base and not base.startswith('http'):
            continue
        try:
            rows.append((base.encode(), case['input'].encode()))
        except UnicodeEncodeError:
            continue
        standard.append('BAD' if case.get('failure') else
                        normal(case['href']))
    return rows, standard


# ---- random URLs -----------------------------------------------------------

SCHEMES = ['http:', 'https:', 'HTTP:', 'http:', 'http:', '', '', '', '', '',
           'mailto:', 'javascript:', 'ht tp:', 'ht\ttp:']
HOSTS = ['a.example', 'EXAMPLE.com', 'a.example.', 'b\u00fccher.example',
         '127.1', '0x7f.1', '192.168.0.257', '1.2.3', '256', '4294967295',
         '08.1', '[::1]', '[1::0:1:0:0:1]', '[::ffff:1.2.3.4]', '[1:2]',
         'user:pw@h', '@h', 'a@b@c', 'a%2eb', 'a%20b', 'h:80', 'h:443',
         'h:0', 'h:65536', 'h:', 'h:8a', '', 'a..b', '.',
         'xn--bcher-kva.example', '\u65e5\u672c\u8a9e\u3002\uff2a\uff30',
         'fa\u00df.de', 'a_b', 'a-', '-a', '%41', '\uff41.\uff42',
         'a\u00adb', '1.0x', '0.0.0.0x10', '1e3', 'a.0', 'a.1x', '[::1',
         '::1]', 'A.0X1', '1x.1', '0x.0x1']
SEGMENTS = ['a', 'b', '..', '.', '%2e', '%2E%2e', '.%2e', '', '~u', '%7Eu',
            '%41', '%zz', '%', '%4', '%%31', '\u00fc', '\u20ac', 'a b', '"q"',
            '<x>', '{y}', '|', '^', '`', '\\', '[z]', "it's", ';p=1', 'a;b',
            '...', '..a', 'a..', '%2f', '%C3%BC', '%c3', '\x00', '\x7f',
            '\U0001f600', 'a:b', '@', ',', '+', '*', '!', '$&', '=', '()']
QUERIES = ['', 'x=1', 'a=b&c=d', '?', '/../', '%41', '\u00fc', '"', "'", '<>',
           '`{|}^', '\\', '%zz', '%', 'a b', '[0]', '/', '.', '..']
BASES = ['http://b.example/x/y/z?q=1', 'https://b.example:8443/',
         'http://127.0.0.1/a//b/', 'http://[::1]/%41/p?', '']


def random_url(draw):
    url = draw.choice(SCHEMES)
    if draw.random() < (.8 if url else .15):
        url += draw.choice(['//', '//', '//', '\\\\', '/\\', '///', '/', ''])
        url += draw.choice(HOSTS)
    for _ in range(draw.randrange(5)):
        url += draw.choice('////\\') + draw.choice(SEGMENTS)
    if draw.random() < .3:
        url += '/'
    if draw.random() < .4:
        url += '?' + ''.join(draw.choice(QUERIES)
                             for _ in range(draw.randrange(4)))
    if draw.random() < .2:
        url += '#' + draw.choice(['f', '?x', '#', '\u00fc'])
    for odd in ('\n\t\r \x01\x1f', [chr(draw.randrange(1, 0x800))]):
        if draw.random() < .1:
            at = draw.randrange(len(url) + 1)
            url = url[:at] + draw.choice(odd) + url[at:]
    return url


def by_ada(ada_url, base, text):
    try:
        url = ada_url.URL(text, base=base) if base else ada_url.URL(text)
    except ValueError:
        return 'BAD'
    return normal(url.href)


def compare_random(ada_url):
    draw = random.Random(1)
    pairs = [(draw.choice(BASES), random_url(draw)) for _ in range(100000)]
    compare('ada, random', [(base.encode(), text.encode())
                            for base, text in pairs],
            [by_ada(ada_url, *pair) for pair in pairs])


def real_urls(folder):
    """Every URL of the data, also those in the middle of records."""
    found = set()
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if name.endswith(('.graph', '.offsets')) or 'edges' in name:
                continue
            with open(path, 'rb') as file:
                data = file.read()
            try:
                if data[:2] == b'\x1f\x8b':
                    data = gzip.decompress(data)
                elif data[:4] == b'\x28\xb5\x2f\xfd':
                    data = subprocess.run(['zstd', '-dcq', path], check=True,
                                          stdout=subprocess.PIPE).stdout
            except (OSError, EOFError, subprocess.CalledProcessError):
                continue
            found.update(re.findall(rb'https?://[^\s"\'<>]+', data))
    for url in sorted(found):
        try:
            yield url.decode()
        except UnicodeDecodeError:
            pass


def joined(draw, urls, count):
    """Links as pages write them, to one URL from another."""
    for _ in range(count):
        base, url = draw.choice(urls), draw.choice(urls)
        rest = re.sub('^https?://[^/?#]*', '', url)
        yield base, draw.choice([
            rest, rest[1:], '?' + rest.partition('?')[2], url,
            '../' * draw.randrange(5) + rest.rpartition('/')[2],
            './' + rest[1:], url.partition(':')[2],
            rest[:draw.randrange(len(rest) + 1)] + draw.choice(SEGMENTS)])


def main():
    if not os.access(tool, os.X_OK):
        skip_all('no %s: make test-programs' % tool)
    path = platform_tests()
    if path:
        compare('web-platform-tests', *platform_cases(path))
    else:
        skip('web-platform-tests', 'cargo does not fetch %s %s' % CRATE)
    try:
        import ada_url
    except ImportError:
        skip('ada', 'no Python module ada_url')
    else:
        compare_random(ada_url)
        folder = os.environ.get('SEEDPIPE_DATA')
        urls = list(real_urls(folder)) if folder else []
        if urls:
            compare('ada, real URLs', [(b'', url.encode()) for url in urls],
                    [by_ada(ada_url, '', url) for url in urls])
            pairs = [pair for pair in joined(random.Random(2), urls, 200000)
                     if by_ada(ada_url, '', pair[0]) != 'BAD']
            compare('ada, joins of real URLs',
                    [(base.encode(), text.encode()) for base, text in pairs],
                    [by_ada(ada_url, *pair) for pair in pairs])
        else:
            skip('ada, real URLs', 'no data')
    end()


if __name__ == '__main__':
    main()
