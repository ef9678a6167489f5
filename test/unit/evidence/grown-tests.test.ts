import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const PHRASE = 'no weaker tests';

async function verdictOf(
  before: string,
  after: string,
  { path = 'tests/test_m.py', others = {} }: { path?: string; others?: Record<string, string> } = {},
): Promise<string> {
  const { invariants } = await evidenceOf({
    before: { 'tests/__init__.py': '', ...others, [path]: before },
    after: { [path]: after },
    invariants: [PHRASE],
  });
  return invariants[0]?.verdict ?? '';
}

const indented = (text: string, by = '    ') => text.replace(/^(?=.)/gm, by);
const TEST = 'def test_a(box):\n    box.open()\n    assert box.size == 1\n';

/** Assertions that only look at something. */
const PLAIN = [
  'assert box',
  'assert box.size > 0, "empty"',
  'assert sorted(each.name for each in box) == ["a", "b"]',
  'assert f"{box}" == "box"',
  'assert (lambda x: x)(box) is box',
  'assert box == {\n        "a": 1,\n    }',
];

/** What may do more than look, or is no assertion. */
const OPEN = [
  'assert (x := box)',
  'assert (yield box)',
  'assert (yield from box)',
  'assert await box',
  'assert [x async for x in box]',
  'assert f"{(x := box)}"',
  'assert f"{await box}"',
  'assert box; box = 1',
  'assert locals()',
  'assert globals()["box"]',
  'assert eval("box")',
  'assert exec("box = 1") is None',
  'assert setattr(box, "a", 1) is None',
  'assert pytest.exit("enough")',
  'assert os._exit(0)',
  'assert os.kill(1, 9)',
  'assert pytest.skip("later")',
  'assert BOXES.pop()',
  'assert BOXES.clear() is None',
  'assert vars(box)',
  'box.close()',
  'return',
  'del box',
  'global box',
  'x = 1',
  'if box: assert box',
  'with box: assert box',
  'for x in box: assert x',
  'try: assert box\n    except Exception: pass',
  'def inner(): assert box',
  'import os',
  'raise ValueError',
  'pass',
];

/** Decorators under which a test that fails may be told as one that passes, or is another thing. */
const DECORATORS = [
  '@pytest.mark.xfail',
  '@pytest.mark.xfail(strict=True)',
  '@unittest.expectedFailure',
  '@raises(AssertionError)',
  '@pytest.fixture',
  '@forgiving',
  '@pytest.mark.may_fail',
  '@contextmanager',
  '@pytest.mark.parametrize("box", [pytest.param(1, marks=pytest.mark.xfail)])',
  '@pytest.hookimpl',
];

/** Places in which an assertion may never run, or may be caught. */
const BLOCKS = [
  'with pytest.raises(ValueError):',
  'with suppress(Exception):',
  'if False:',
  'for x in ():',
  'while False:',
  'def inner():',
  'class Inner:',
];

describe('tests with assertions behind everything that they checked before', () => {
  const proved = async (before: string, after: string, how = {}) =>
    assert.equal(await verdictOf(before, after, how), 'proved', after);
  const open = async (before: string, after: string, how = {}) =>
    assert.notEqual(await verdictOf(before, after, how), 'proved', after);

  for (const more of PLAIN) {
    it(`are no weaker: ${more.split('\n')[0]}`, () => proved(TEST, `${TEST}    ${more}\n`));
    it(`are no weaker in a class: ${more.split('\n')[0]}`, () =>
      proved(
        `class TestBox:\n${indented(TEST)}    def test_b(self):\n        assert 1\n`,
        `class TestBox:\n${indented(`${TEST}    ${more}\n`)}    def test_b(self):\n        assert 1\n`,
      ));
  }

  it('are no weaker where several tests get several', () =>
    proved(
      `${TEST}${TEST.replace('test_a', 'test_b')}`,
      `${TEST}    assert a\n    assert b\n${TEST.replace('test_a', 'test_b')}    assert c\n`,
    ));
  it('are no weaker behind a block', () =>
    proved(
      `${TEST}    with box:\n        box.run()\n`,
      `${TEST}    with box:\n        box.run()\n    assert box.size == 2\n`,
    ));
  it('are no weaker where they wait', () =>
    proved(
      `@pytest.mark.asyncio\nasync ${TEST}`,
      `@pytest.mark.asyncio\nasync ${TEST}    assert await box\n`,
    ));
  it('are no weaker beside a conftest.py that gives fixtures', () =>
    proved(TEST, `${TEST}    assert box\n`, {
      others: { 'tests/conftest.py': 'import pytest\n@pytest.fixture\ndef box(): return 1\n' },
    }));

  for (const more of OPEN)
    it(`are left open: ${more.split('\n')[0]}`, () =>
      open(`BOXES = []\n${TEST}`, `BOXES = []\n${TEST}    ${more}\n`));
  for (const decorator of DECORATORS)
    it(`are left open under ${decorator}`, () =>
      open(`${decorator}\n${TEST}`, `${decorator}\n${TEST}    assert box\n`));
  for (const decorator of DECORATORS)
    it(`are left open in a class under ${decorator}`, () =>
      open(
        `${decorator}\nclass TestBox:\n${indented(TEST)}`,
        `${decorator}\nclass TestBox:\n${indented(`${TEST}    assert box\n`)}`,
      ));
  for (const block of BLOCKS)
    it(`are left open within ${block}`, () =>
      open(
        `${TEST}    ${block}\n        run()\n`,
        `${TEST}    ${block}\n        run()\n        assert box\n`,
      ));

  it('are left open where the assertion comes before something else', async () => {
    await open(TEST, TEST.replace('    assert', '    assert box\n    assert'));
    await open(TEST, TEST.replace('    box.open', '    assert box\n    box.open'));
  });
  it('are left open where something else of them differs', async () => {
    const grown = `${TEST}    assert box\n`;
    await open(TEST, grown.replace('== 1', '== 2'));
    await open(TEST, grown.replace('(box)', '()'));
    await open(TEST, grown.replace('    box.open()\n', ''));
    await open(TEST, grown.replace('test_a', 'test_b'));
    await open(TEST, grown.replace('test_a', 'check_a'));
    await open(TEST, `@pytest.mark.asyncio\n${grown}`);
    await open(`@pytest.mark.asyncio\n${TEST}`, grown);
    await open(TEST, grown.replace('def', 'async def'));
  });
  it('are left open where they are no tests', async () => {
    for (const name of ['helper', 'setup_module', 'check_a'])
      await open(TEST.replace('test_a', name), `${TEST.replace('test_a', name)}    assert box\n`);
    const inner = `def outer():\n${indented(TEST)}`;
    await open(inner, `${inner}        assert box\n`);
    const guarded = `if sys.platform == "linux":\n${indented(TEST)}`;
    await open(guarded, `${guarded}        assert box\n`);
  });
  it('are left open where a generator is none any more, or was one', async () => {
    const generator = `${TEST}    yield box\n`;
    await open(generator, `${generator}    assert box\n`);
  });
  it('are left open where something else calls them, or speaks of them', async () => {
    for (const rest of [
      'def test_c():\n    with pytest.raises(Exception):\n        test_a(1)\n',
      'def test_c():\n    run("test_a")\n',
      'check = test_a\n',
      'depends = ["tests/test_m.py::test_a"]\n',
    ])
      await open(`${TEST}${rest}`, `${TEST}    assert box\n${rest}`);
  });
  it('are left open where the file says that tests may fail', async () => {
    for (const rest of [
      'pytestmark = pytest.mark.xfail\n',
      'from helpers import known\npytestmark = known\n',
      'from helpers import known\nCASES = [pytest.param(1, marks=known)]\n',
      'def test_c():\n    with pytest.raises(AssertionError):\n        run()\n',
      'test_d = unittest.expectedFailure(run)\n',
    ])
      await open(`${rest}${TEST}`, `${rest}${TEST}    assert box\n`);
  });
  it('are left open where a conftest.py decides what becomes of tests', async () => {
    for (const conftest of [
      'def pytest_collection_modifyitems(items):\n    for each in items:\n        each.add_marker(pytest.mark.xfail)\n',
      '@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item):\n    yield\n',
      'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
      'def broken(:\n',
    ])
      await open(TEST, `${TEST}    assert box\n`, { others: { 'tests/conftest.py': conftest } });
  });
  it('are left open where another test is gone, or stands elsewhere', async () => {
    const other = TEST.replace('test_a', 'test_b');
    await open(`${TEST}${other}`, `${TEST}    assert box\n`);
    await open(`${TEST}${other}`, `${other}${TEST}    assert box\n`);
  });
});
