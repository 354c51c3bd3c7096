# SPDX-License-Identifier: MIT
"""Installs or finds the peers, outside of the tree, and builds our drivers.

Each function returns the command that starts a driver, or raises Skipped with
what is missing.
"""
import functools
import os
import shutil
import subprocess
import sys

import settings
from settings import Skipped, here

NETWORKIT = '11.3'
ARCHIVES = ['FastWARC==2.0.1', 'selectolax==1.0.2', 'warcio==1.8.1',
            'lxml==6.1.3']
WEBGRAPH = '3.6.12'
WEBGRAPH_RS = '0.7.0'


def run(*command, log, **options):
    """Runs an installer or a compiler."""
    log = settings.cache / f'{log}.log'
    with open(log, 'w') as out:
        try:
            status = subprocess.run(command, stdout=out,
                                    stderr=subprocess.STDOUT,
                                    **options).returncode
        except OSError as error:
            raise Skipped(str(error)) from None
    if status:
        raise Skipped(f'{command[0]} failed, see {log}')


def compiled(name, source, *flags):
    """A driver from one file, compiled again when it has changed."""
    to = settings.cache / name
    parts = [here / source, here / 'driver.h']
    if not to.exists() or any(part.stat().st_mtime > to.stat().st_mtime
                              for part in parts):
        compiler = os.environ.get('CXX', 'g++') if source.endswith('cc') \
            else os.environ.get('CC', 'gcc')
        run(*compiler.split(), '-Wall', here / source, *flags,
            '-o', to, log=name)
    return to


@functools.cache
def gap():
    """GAP=FOLDER: its sources, as from github.com/sbeamer/gapbs."""
    folder = os.environ.get('GAP') or settings.cache / 'gapbs'
    if not os.path.exists(f'{folder}/src/pr.cc'):
        raise Skipped(f'no {folder}/src/pr.cc: set GAP to the sources of the '
                      'GAP benchmark suite')
    # The flags of its own makefile.
    return [compiled('gap', 'gap.cc', '-std=c++11', '-O3', '-fopenmp',
                     '-I', f'{folder}/src')]


@functools.cache
def graphblas():
    """Debian: libgraphblas-dev; or GRAPHBLAS=PREFIX."""
    prefix = os.environ.get('GRAPHBLAS')
    flags = [f'-I{prefix}/include', f'-L{prefix}/lib',
             f'-Wl,-rpath,{prefix}/lib'] if prefix else []
    return [compiled('graphblas', 'graphblas.c', '-O2', '-fopenmp', *flags,
                     '-lgraphblas', '-lm')]


@functools.cache
def igraph():
    """Debian: libigraph-dev; or IGRAPH=PREFIX."""
    prefix = os.environ.get('IGRAPH')
    flags = [f'-I{prefix}/include/igraph', f'-L{prefix}/lib',
             f'-Wl,-rpath,{prefix}/lib'] if prefix else \
        ['-I/usr/include/igraph']
    return [compiled('igraph', 'igraph.c', '-O2', *flags, '-ligraph')]


@functools.cache
def networkit():
    """From PyPI, in an environment of its own; or NETWORKIT=PYTHON."""
    python = os.environ.get('NETWORKIT') or \
        from_pypi('venv', 'networkit', f'networkit=={NETWORKIT}')
    return [python, here / 'networkit_driver.py']


def from_pypi(folder, log, *packages):
    """An interpreter that has the packages."""
    folder = settings.cache / folder
    python = folder / 'bin/python'
    if not (folder / 'made').exists():
        run(sys.executable, '-m', 'venv', folder, log=log)
        run(python, '-m', 'pip', 'install', '--quiet', *packages, log=log)
        (folder / 'made').touch()
    return python


@functools.cache
def archives():
    """From PyPI, in an environment of their own; or ARCHIVES=PYTHON."""
    python = os.environ.get('ARCHIVES') or \
        from_pypi('venv-archives', 'archives', *ARCHIVES)
    return [python, here / 'archives_driver.py']


def lexbor():
    return [*archives(), 'lexbor']


def lxml():
    return [*archives(), 'lxml']


@functools.cache
def webgraph():
    """From Maven; or WEBGRAPH=FOLDER of jars."""
    jars = os.environ.get('WEBGRAPH')
    if not shutil.which('javac'):
        raise Skipped('no javac')
    if not jars:
        folder = settings.cache / 'webgraph'
        jars = folder / 'lib'
        if not (folder / 'made').exists():
            folder.mkdir(exist_ok=True)
            (folder / 'pom.xml').write_text(f'''
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion><groupId>x</groupId>
                <artifactId>x</artifactId><version>1</version>
                <dependencies><dependency>
                <groupId>it.unimi.dsi</groupId><artifactId>webgraph</artifactId>
                <version>{WEBGRAPH}</version></dependency></dependencies>
                </project>''')
            run('mvn', '-q', '-B', 'dependency:copy-dependencies',
                '-DoutputDirectory=lib', log='webgraph', cwd=folder)
            (folder / 'made').touch()
    classes = settings.cache / 'classes'
    run('javac', '-cp', f'{jars}/*', '-d', classes, here / 'WebGraph.java',
        log='javac')
    return ['java', '-Xmx8g', '-cp', f'{classes}:{jars}/*', 'WebGraph']


@functools.cache
def webgraph_rs():
    """From crates.io; or WEBGRAPH_RS=FOLDER, its sources."""
    folder = settings.cache / 'webgraph-rs'
    source = os.environ.get('WEBGRAPH_RS')
    wanted = f'{{ path = "{source}" }}' if source else f'"={WEBGRAPH_RS}"'
    folder.mkdir(exist_ok=True)
    (folder / 'Cargo.toml').write_text(f'''[package]
name = "driver"
version = "1.0.0"
edition = "2021"

[[bin]]
name = "driver"
path = "{here / 'webgraph.rs'}"

[dependencies]
webgraph = {wanted}
dsi-bitstream = "*"
lender = "*"
libc = "0.2"
anyhow = "1"
''')
    run('cargo', 'build', '--quiet', '--release', log='webgraph-rs',
        cwd=folder)
    return [folder / 'target/release/driver']
