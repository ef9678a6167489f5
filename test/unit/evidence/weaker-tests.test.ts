import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

async function testChanges(before: string, after: string): Promise<readonly string[]> {
  const { tests } = await evidenceOf({
    before: { 'tests/test_m.py': before },
    after: { 'tests/test_m.py': after },
  });
  return tests.map(({ kind, test, before: old, after: now, place }) =>
    [
      `${kind} ${test} ${place.side}:${place.line}`,
      ...(old ? [[old, now].filter(Boolean).join(' → ')] : []),
    ].join(' '),
  );
}

const check = async (before: string, after: string, expected: readonly string[]) =>
  assert.deepEqual(await testChanges(before, after), expected);

describe('tests that check less than before', () => {
  it('are deleted ones, but not renamed ones', async () => {
    await check(
      'def test_a():\n    assert f() == 1\n\ndef test_b():\n    assert g()\n',
      'def test_c():\n    assert f() == 1\n',
      ['deleted tests.test_m.test_b before:4'],
    );
    await check('class TestA:\n    def test_a(self): assert 1 == f()\n', 'x = 1\n', [
      'deleted tests.test_m.TestA.test_a before:2',
    ]);
  });

  it('are newly skipped ones: by decorator, by call, for the whole file', async () => {
    const body = 'def test_a():\n    assert f()\n';
    await check(body, `@pytest.mark.skip(reason="later")\n${body}`, ['skipped tests.test_m.test_a after:1']);
    await check(body, 'def test_a():\n    pytest.skip("later")\n    assert f()\n', [
      'skipped tests.test_m.test_a after:2',
    ]);
    await check(body, `pytestmark = pytest.mark.xfail\n${body}`, ['skipped tests.test_m after:1']);
    await check(`@pytest.mark.skip\n${body}`, `@pytest.mark.skip\ndef test_b():\n    assert f()\n`, []);
  });

  it('are those that lose an assertion', () =>
    check('def test_a():\n    assert f() == 1\n    assert g()\n', 'def test_a():\n    assert f() == 1\n', [
      'assert_removed tests.test_m.test_a before:3 assert g()',
    ]));

  it('are those whose assertion says less', async () => {
    const weaker = (before: string, after: string) =>
      check(`def test_a():\n    ${before}\n`, `def test_a():\n    ${after}\n`, [
        `assert_weakened tests.test_m.test_a after:2 ${before} → ${after}`,
      ]);
    await weaker('assert f() == 1', 'assert f()');
    await weaker('assert f() == 1', 'assert True');
    await weaker('assert f() == 1', 'assert f() >= 1');
    await weaker('assert f() > 1', 'assert f()');
    await weaker('assertEqual(f(), 1)', 'assertTrue(f())');
  });

  it('are not those that say something else, or more', async () => {
    await check('def test_a():\n    assert f() == 1\n', 'def test_a():\n    assert f() == 2\n', []);
    await check(
      'def test_a():\n    assert f()\n',
      'def test_a():\n    assert f() == 2\n    assert g()\n',
      [],
    );
    await check(
      'def test_a():\n    assert f() == 1, "old"\n',
      'def test_a():\n    assert f() == 1, "new"\n',
      [],
    );
  });

  it('are looked for in test files only', async () => {
    const { tests } = await evidenceOf({
      before: { 'pkg/m.py': 'def test_drive(car):\n    assert car\n' },
      after: { 'pkg/m.py': 'x = 1\n' },
    });
    assert.deepEqual(tests, []);
  });
});
