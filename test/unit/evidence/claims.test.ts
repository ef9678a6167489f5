import assert from 'node:assert/strict';
import { evidenceOf, evidenceOfModule } from './evidence-of.ts';

const BEFORE = 'def get_file(path): ...\ndef keep(x: int) -> int: ...\nclass Box:\n    def open(self): ...\n';
const AFTER =
  'def get_file(path) -> tuple[File, str]: ...\ndef keep(x: int) -> int: ...\nclass Box:\n    def unlock(self): ...\ndef fresh(): ...\n';

async function verdictOf(claim: string): Promise<string> {
  const { claims } = await evidenceOfModule(BEFORE, AFTER, { claims: [claim] });
  return `${claims[0]?.verdict}: ${claims[0]?.reason}`;
}

const check = async (claim: string, expected: RegExp) => assert.match(await verdictOf(claim), expected);

describe('changed_signatures held against the change', () => {
  it('confirms a claim that names what changes, with the text [001-036]', async () => {
    await check(
      'm.get_file() has a result now',
      /^not_checkable: .*pkg\.m\.get_file is changed: def get_file\(path\) → /,
    );
    await check(
      'get_file(path) -> tuple[File, str]',
      /^confirmed: it is def get_file\(path\) -> tuple\[File, str\]/,
    );
    await check('Box.open() is now Box.unlock()', /^confirmed: .*Box\.unlock is what Box\.open was/);
    await check('`fresh` is new', /^confirmed: .*fresh is defined/);
  });

  it('compares a claimed result with the declared one, however the type is spelled', async () => {
    await check(
      'm.get_file() now returns Tuple[File, str]',
      /^confirmed: it is declared to return tuple\[File, str\]/,
    );
    await check('m.get_file() now returns tuple[File, str].', /^confirmed/);
    await check('m.get_file() now returns str', /^refuted: it is declared to return tuple\[File, str\]/);
    await check('m.get_file() now returns the file with its hash', /^not_checkable/);
  });

  it('confirms nothing because a sentence names what changes', async () => {
    for (const claim of [
      'm.get_file() keeps its signature',
      'm.get_file() is removed',
      'm.get_file() is not new',
      'get_file(path, mode) is what it takes now',
      'new parameter `path` of m.get_file()',
      'Box.open() is new',
      'Box.open() is now Box.close()',
      'fresh() is no longer there',
      'm.get_file() is unchanged',
    ])
      assert.doesNotMatch(await verdictOf(claim), /^confirmed/, claim);
  });

  it('refutes nothing that may be said of a parameter, or in other words for the same type', async () => {
    for (const claim of [
      'new parameter `strict`',
      'm.get_file() now returns Tuple["File", "str"]',
      'm.get_file() now returns typing.Tuple[File, str]',
      'm.get_file() now returns Pair',
    ])
      assert.doesNotMatch(await verdictOf(claim), /^refuted/, claim);
  });

  it('refutes a change that did not happen', async () => {
    await check('keep() now returns str', /^refuted: it is declared to return int/);
    await check('Box.open() is now Box.unlock(); its parameters are the same', /^confirmed/);
    await check('Box.open() is now Box.unlock(); its parameters and result are the same', /^confirmed/);
    await check('keep() is now hold()', /^not_checkable/);
    await check('m.get_folder() now returns str', /^refuted: there is no m\.get_folder in the workspace/);
  });

  it('reads other sentences with the grammar of spot checks, and holds them against the code after the change', async () => {
    await check('`get_file` is annotated to return `tuple[File, str]`', /^confirmed/);
    await check('`Box` defines `unlock`', /^confirmed/);
    await check('`Box` no longer defines `unlock`', /^refuted/);
    await check('`fresh` takes no parameters', /^confirmed/);
    await check('`get_file` takes `path`', /^confirmed/);
    await check('`get_file` now takes `mode`', /^refuted/);
    await check('m.get_file() keeps its signature', /^refuted|^not_checkable/);
    await check('`fresh` was removed', /^refuted|^not_checkable/);
    await check('step scope is pkg only', /^not_checkable/);
  });

  it('leaves alone what it does not understand', async () => {
    await check('the result is faster', /^not_checkable: it names no function/);
    await check('keep() is faster', /^not_checkable: no public change of keep/);
    await check('_helper() is gone', /^not_checkable/);
  });

  it('marks each change as claimed or not, through a package that passes it on', async () => {
    const { api_changes: changes } = await evidenceOf({
      before: { 'pkg/__init__.py': 'from .m import a\n', 'pkg/m.py': 'def a(): ...\ndef b(): ...\n' },
      after: { 'pkg/__init__.py': 'from .m import c\n', 'pkg/m.py': 'def c(): ...\n' },
      claims: ['pkg.m.a() is now pkg.m.c()'],
    });
    assert.deepEqual(
      changes.filter(({ claimed }) => !claimed).map(({ name }) => name),
      ['pkg.m.b'],
    );
  });
});
