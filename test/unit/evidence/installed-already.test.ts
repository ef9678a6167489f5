import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no new dependencies';

type Files = Readonly<Record<string, string>>;

const importing = (
  text: string,
  others: Files,
  name: string,
  verdict: 'not violated' | 'violated',
): VerdictCase => [
  `${name}: ${text}`,
  { 'pkg/__init__.py': '', 'pkg/a.py': 'x = 1\n', ...others },
  { 'pkg/a.py': `${text}\nx = 1\n` },
  { [PHRASE]: verdict },
];

/** What is imported for the first time, and may be there already. */
const CASES: readonly VerdictCase[] = [
  importing(
    'import rich',
    { 'setup.py': 'from setuptools import setup\nsetup(name="pkg", install_requires=["rich>=13"])\n' },
    'setup.py needs it',
    'not violated',
  ),
  importing(
    'import pytest_mock',
    { 'setup.py': 'from setuptools import setup\nsetup(extras_require={"test": ["Pytest-Mock"]})\n' },
    'setup.py needs it by the name of its distribution',
    'not violated',
  ),
  importing(
    'import yaml',
    { 'build/requires.py': 'REQUIRES = []\ninstall_requires = ["pyyaml"]\n' },
    'a file that setup.py reads needs it',
    'not violated',
  ),
  importing(
    'import rich',
    { 'noxfile.py': 'def t(s):\n    s.install("rich")\n' },
    'noxfile.py installs it',
    'not violated',
  ),
  importing('import rich', { 'uv.lock': '[[package]]\nname = "rich"\n' }, 'a lock has it', 'not violated'),
  importing('import rich', { 'requirements/dev.in': 'rich\n' }, 'a list to compile has it', 'not violated'),
  importing(
    'import rich',
    { 'README.md': '# pkg\n\n    pip install rich pkg\n' },
    'people are told to install it',
    'not violated',
  ),
  importing('import rich', { 'README.md': '# pkg\nA rich text.\n' }, 'a word in prose', 'violated'),
  [
    'tests that only pytest runs are there: import pytest',
    { 'tests/test_a.py': 'def test_a():\n    assert 1\n' },
    { 'tests/test_a.py': 'import pytest\n\n\ndef test_a():\n    assert 1\n' },
    { [PHRASE]: 'not_checkable' },
  ],
  [
    'tests of the standard library are there: import pytest',
    { 'tests/test_a.py': 'import unittest\n\n\nclass T(unittest.TestCase): ...\n' },
    { 'tests/test_a.py': 'import unittest\nimport pytest\n\n\nclass T(unittest.TestCase): ...\n' },
    { [PHRASE]: 'violated' },
  ],
  importing('import rich', { Pipfile: '[packages]\nrich = "*"\n' }, 'Pipfile needs it', 'not violated'),
  importing(
    'import flask_sqlalchemy',
    { 'requirements.txt': 'Flask-SQLAlchemy==3\n' },
    'requirements need it',
    'not violated',
  ),
  ...[
    ['import grpc', 'grpcio>=1.60'],
    ['import dns.resolver', 'dnspython'],
    ['from google.protobuf import message', 'protobuf==5'],
    ['import google.cloud.storage', 'google-cloud-storage'],
    ['from googleapiclient import discovery', 'google-api-python-client'],
    ['import corsheaders', 'django-cors-headers'],
    ['import wx', 'wxPython'],
    ['import OpenGL.GL', 'PyOpenGL'],
    ['import tlz', 'cytoolz\ntoolz'],
    ['import dateutil', 'python-dateutil'],
    ['import fpdf', 'fpdf2'],
    ['import antlr4', 'antlr4-python3-runtime'],
    ['import pythonjsonlogger', 'python-json-logger'],
  ].map(([text = '', need = '']) =>
    importing(text, { 'requirements.txt': `${need}\n` }, `requirements need ${need}`, 'not violated'),
  ),
  importing('import rich', { 'requirements.txt': 'enriched\n' }, 'another name has its letters', 'violated'),
  importing(
    'import rich',
    { 'reqs.txt': 'rich\n' },
    'a list of needs of another name has it',
    'not violated',
  ),
  [
    'the script says itself what it needs',
    { 'a.py': '# /// script\n# dependencies = ["rich"]\n# ///\nx = 1\n' },
    { 'a.py': '# /// script\n# dependencies = ["rich"]\n# ///\nimport rich\nx = 1\n' },
    { [PHRASE]: 'not violated' },
  ],
  importing(
    'from _pytest.config import Config',
    { 'pkg/b.py': 'import pytest\n' },
    'a part of what is imported already',
    'not violated',
  ),
  importing(
    'import pkg_resources',
    { 'pkg/b.py': 'import setuptools\n' },
    'a part of setuptools',
    'not violated',
  ),
  importing(
    'import pkg_resources',
    { 'requirements.txt': 'setuptools\n' },
    'a part of what is needed',
    'not violated',
  ),
  importing('import attrs', { 'pkg/b.py': 'import attr\n' }, 'another name of attr', 'not violated'),
  importing(
    'import win32con',
    { 'pkg/b.py': 'import win32api\n' },
    'another part of pywin32',
    'not violated',
  ),
  importing(
    'import user_pb2',
    { 'protos/user.proto': 'syntax = "proto3";\n' },
    'made from user.proto',
    'not violated',
  ),
  importing('import user_pb2_grpc', { 'protos/user.proto': '' }, 'made from user.proto', 'not violated'),
  importing('import user_pb2', {}, 'made from something elsewhere', 'not violated'),
  importing('import ui_main', { 'ui/main.ui': '' }, 'made from main.ui', 'not violated'),
  importing(
    'import fastmod',
    { 'fastmod.pyx': 'def f(): pass\n' },
    'compiled from fastmod.pyx',
    'not violated',
  ),
  importing('import _fast', { 'src/fast.c': 'int x;\n' }, 'compiled from fast.c', 'not violated'),
  importing(
    'import _fast',
    {
      'setup.py':
        'from setuptools import setup, Extension\nsetup(ext_modules=[Extension("_fast", ["a.c"])])\n',
    },
    'compiled by setup.py',
    'not violated',
  ),
  importing(
    'import fast',
    { 'CMakeLists.txt': 'pybind11_add_module(fast src/a.cpp)\n' },
    'compiled by CMake',
    'not violated',
  ),
  importing('import fast', { 'Cargo.toml': '[lib]\nname = "fast"\n' }, 'compiled by cargo', 'not violated'),
  importing(
    'import _fast',
    { 'build_fast.py': 'import cffi\nffi = cffi.FFI()\nffi.set_source("_fast", "int x;")\n' },
    'compiled by cffi',
    'not violated',
  ),
  importing(
    'import made',
    { 'pkg/b.py': 'import sys, types\nsys.modules["made"] = types.ModuleType("made")\n' },
    'made when it runs',
    'not violated',
  ),
  importing('import rich', {}, 'nothing has it', 'violated'),
  importing(
    'import rich',
    {
      'setup.py':
        'from setuptools import setup\nsetup(name="pkg", install_requires=["richer>=13", "rich_click"])\n',
    },
    'setup.py needs something else',
    'violated',
  ),
  importing('import rich', { 'pkg/b.py': 'S = "rich"\n' }, 'a text has the word', 'violated'),
  importing(
    'import rich',
    { 'docs/rich.md': 'rich\n', 'data/rich.json': '{}' },
    'a file is called so',
    'violated',
  ),
  importing('import _pytest', {}, 'pytest is not there', 'violated'),
  [
    'setup.py needs it from now on',
    { 'pkg/a.py': 'x = 1\n', 'setup.py': 'from setuptools import setup\nsetup(name="pkg")\n' },
    {
      'pkg/a.py': 'import rich\nx = 1\n',
      'setup.py': 'from setuptools import setup\nsetup(name="pkg", install_requires=["rich"])\n',
    },
    { [PHRASE]: 'violated' },
  ],
  [
    'requirements have it from now on',
    { 'pkg/a.py': 'x = 1\n', 'requirements.txt': 'click\n' },
    { 'pkg/a.py': 'import rich\nx = 1\n', 'requirements.txt': 'click\nrich\n' },
    { [PHRASE]: 'violated' },
  ],
  // What is not needed where the program runs.
  ...[
    'pkg/b.pyi',
    'dev/b.py',
    'ci/b.py',
    'docs/b.py',
    'conftest.py',
    '.github/b.py',
    'benches/b.py',
    'demo/b.py',
  ].map(
    (path): VerdictCase => [
      `only ${path} had it`,
      { 'pkg/__init__.py': '', 'pkg/a.py': 'x = 1\n', [path]: 'import numpy\n' },
      { 'pkg/a.py': 'import numpy\nx = 1\n' },
      { [PHRASE]: 'not proved' },
    ],
  ),
  [
    'another module had it',
    { 'pkg/__init__.py': '', 'pkg/a.py': 'x = 1\n', 'pkg/b.py': 'import numpy\n' },
    { 'pkg/a.py': 'import numpy\nx = 1\n' },
    { [PHRASE]: 'proved' },
  ],
  [
    'another file for development had it',
    { 'dev/a.py': 'x = 1\n', 'dev/b.py': 'import numpy\n' },
    { 'dev/a.py': 'import numpy\nx = 1\n' },
    { [PHRASE]: 'proved' },
  ],
  [
    'the stub beside it had it',
    { 'pkg/a.py': 'x = 1\n', 'pkg/a.pyi': 'import numpy\nx: int\n' },
    { 'pkg/a.py': 'import numpy\nx = 1\n' },
    { [PHRASE]: 'not proved' },
  ],
];

describe('What a project may have already', () => testVerdicts(CASES));
