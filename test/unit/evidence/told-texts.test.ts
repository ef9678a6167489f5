import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const PHRASES = ['no new dependencies', 'no new imports'];

async function verdictsOf(before: string, after: string): Promise<readonly string[]> {
  const { invariants } = await evidenceOf({
    before: { 'm.py': before },
    after: { 'm.py': after },
    invariants: PHRASES,
  });
  return invariants.map(({ verdict }) => verdict);
}

const LOADING = 'import importlib\ndef load(n):\n    return importlib.import_module(n)\n';
const OBJECT =
  'import importlib\nclass A:\n    def load(self, *n):\n        return importlib.import_module(n[0])\n';
const FIXTURE =
  'import pytest\n@pytest.fixture\ndef loaded(request):\n    return load(request.param)\n' +
  '@pytest.mark.parametrize("loaded", ["json", NEW], indirect=True)\ndef test_a(loaded):\n    assert loaded\n';
const LIST =
  'NAMES = []\ndef add(*a):\n    for n in a: NAMES.insert(0, n)\ndef g():\n    return [load(n) for n in NAMES]\ndef k():\n    add(NEW)\n';

/** Code into which a text comes (`NEW`), in a file that imports what some text says. */
const TOLD: readonly (readonly [what: string, code: string, above?: string])[] = [
  ['it is given to what imports', 'def g():\n    return [load(n) for n in ["json", NEW]]\n'],
  [
    'over another function',
    'def h(n):\n    return load(n)\ndef g():\n    return [h(n) for n in ["json", NEW]]\n',
  ],
  ['over a list of the module', LIST],
  ['to a method of an object', 'def k(a):\n    a.load(NEW)\n', OBJECT],
  ['over a fixture', FIXTURE],
  ['a class has it', 'class C:\n    drivers = [NEW]\n'],
  ['it is put into something', 'def k(x):\n    x.append(NEW)\n'],
  ['it is given back', 'def k(x):\n    return [NEW]\n'],
  ['it is kept under a key', 'def k(d):\n    d["x"] = [NEW]\n'],
  ['it is kept on the way', 'def k(d):\n    print(d := [NEW])\n'],
  ['it is used on import', 'print(NEW)\n'],
  ['it is what is patched', 'from unittest import mock\ndef k():\n    mock.patch(NEW)\n', ''],
  ['it is run as a program', 'import subprocess\ndef k():\n    subprocess.run(["python", "-m", NEW])\n', ''],
  ['it is the engine', 'def k(x):\n    x.read(engine=NEW)\n', ''],
  ['it may be the engine', 'def k(x):\n    e = NEW\n    x.read(engine=e)\n', ''],
  ['it is the class of a handler', 'H = {"class": NEW}\n', ''],
  ['it is beside the name of a setting', 'def k(x):\n    x.set(("backend", NEW))\n', ''],
  ['a parameter is the engine', 'def g(p, engine):\n    p.read(engine)\ndef k(p):\n    g(p, NEW)\n', ''],
  [
    'another engine is the usual one',
    'def g(p, engine="a"):\n    p.read(engine)\ndef k(p):\n    g(p, NEW)\n',
    '',
  ],
  [
    'a parameter has the name of a type',
    'def g(p, list):\n    p.read(engine=list)\ndef k(p):\n    g(p, NEW)\n',
    '',
  ],
  [
    'an option is the engine',
    'def k(p, a):\n    a.add_argument("--e", default=NEW)\n    p.read(a.parse_args().engine)\n',
    '',
  ],
  [
    'another method of the class is told it',
    'import cmd, importlib\nclass S(cmd.Cmd):\n    def do_load(self, a): importlib.import_module(a)\n    def go(self): self.onecmd(NEW)\n',
    '',
  ],
  ['it may come from a factory', 'def k(x, make):\n    x.app(factory=make(NEW))\n', ''],
  ['another method is given it', 'class B(A):\n    def go(self):\n        self.load(NEW)\n', OBJECT],
];
/** The same where it comes to nothing that imports. */
const APART: readonly (readonly [what: string, code: string, above?: string])[] = [
  ['something else is told a method', 'def k(c):\n    c.open("/", method="GET")\n    c.has(NEW)\n'],
  ['what a factory makes is known', 'def k(c):\n    c.ib(factory=list)\n    c.has(NEW)\n'],
  ['a module has the name of a setting', 'from x.http import parse\ndef k(c):\n    c.has(parse(c), NEW)\n'],
  ['it is shown', 'def k(x):\n    print(NEW)\n'],
  [
    'it is given to an object that is no part of the file',
    'def test_a(runner):\n    runner.invoke(1, [NEW])\n',
  ],
  ['it is what a parameter is when none is given', 'def k(x=[NEW]):\n    print(x)\n'],
];

describe('a new text like the name of a module, in a file that imports by texts', () => {
  const versions = (code: string, above: string): readonly [string, string] => [
    (above + code).replace('NEW', ''),
    (above + code).replace('NEW', '"requests"'),
  ];
  for (const [what, code, above = LOADING] of TOLD)
    it(`may be imported: ${what}`, async () => {
      assert.deepEqual(await verdictsOf(...versions(code, above)), ['not_checkable', 'not_checkable']);
    });
  for (const [what, code, above = LOADING] of APART)
    it(`is no import: ${what}`, async () => {
      assert.deepEqual(await verdictsOf(...versions(code, above)), ['proved', 'proved']);
    });
});

describe('an import that a file has several times', () => {
  const twice = (body: string) => `if T:\n    from x import a\ndef f():\n    ${body}\n    return a\n`;

  it('is no new one where each stands under the condition that it had', async () => {
    const after = twice('from x import a').replace('return a', 'return a.b');
    assert.deepEqual(await verdictsOf(twice('from x import a'), after), ['proved', 'proved']);
  });
  it('may be a new one under another condition', async () => {
    const [, verdict] = await verdictsOf(twice('pass'), twice('from x import a'));
    assert.equal(verdict, 'not_checkable');
  });
});
