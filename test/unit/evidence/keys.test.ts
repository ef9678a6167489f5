import assert from 'node:assert/strict';
import { isKeyName } from '../../../src/core/evidence/facts/key-changes.ts';
import { type Edit, evidenceOf, evidenceOfModule } from './evidence-of.ts';

const show = ({ keys }: Awaited<ReturnType<typeof evidenceOf>>) =>
  keys.map(({ name, change, to, place }) =>
    [change, name, ...(to === undefined ? [] : [`→ ${to}`]), `${place.side}:${place.line}`].join(' '),
  );

const keysOf = async (before: string, after: string, more: Partial<Edit> = {}) =>
  show(await evidenceOfModule(before, after, more));

describe('names that end in _id, _key, Id or Key', () => {
  it('are told from words that only look alike', () => {
    for (const name of ['user_id', '_key', '_id', 'order_ids', 'userId', 'apiKey', 'API_KEY', 'userID'])
      assert.ok(isKeyName(name), name);
    for (const name of ['id', 'key', 'void', 'monkey', 'Id', 'idea', 'user_idx', 'keys', 'valid', 'hockey'])
      assert.ok(!isKeyName(name), name);
  });

  it('are renamed when another name stands in their place', async () =>
    assert.deepEqual(
      await keysOf(
        'def f(user_id):\n    return db[user_id]\n',
        'def f(account_id):\n    return db[account_id]\n',
      ),
      ['renamed user_id → account_id after:1'],
    ));

  it('are renamed to anything, also inside strings and between other changes', async () => {
    assert.deepEqual(await keysOf('x = row["user_id"]\n', 'x = row["user"]\n'), [
      'renamed user_id → user after:1',
    ]);
    assert.deepEqual(
      await keysOf('q = "SELECT user_id FROM t WHERE a"\n', 'log()\nq = "SELECT owner_id FROM t WHERE a"\n'),
      ['renamed user_id → owner_id after:2'],
    );
  });

  it('are added or removed where nothing stands in their place', async () =>
    assert.deepEqual(await keysOf('a(user_id)\nb()\n', 'b()\nc(order_key, 1)\n'), [
      'removed user_id before:1',
      'added order_key after:2',
    ]));

  it('are not renamed when a known one is used instead of another', async () =>
    assert.deepEqual(
      await keysOf('f(user_id)\ng(user_id, order_id)\n', 'f(order_id)\ng(user_id, order_id)\n'),
      [],
    ));

  it('do not count as names of functions and classes, and move with their code', async () => {
    assert.deepEqual(await keysOf('def get_by_id(): ...\n', 'def find_by_id(): ...\n'), []);
    const evidence = await evidenceOf({
      before: { 'a.py': 'def f(user_id): ...\n', 'b.py': '' },
      after: { 'a.py': '', 'b.py': 'def f(user_id): ...\n' },
    });
    assert.deepEqual(show(evidence), []);
  });

  it('are compared in files that are not Python, too', async () => {
    const evidence = await evidenceOf({
      before: { 'schema.sql': 'create table t (\n  user_id int\n)\n' },
      after: { 'schema.sql': 'create table t (\n  account_id int\n)\n' },
    });
    assert.deepEqual(show(evidence), ['removed user_id before:2', 'added account_id after:2']);
  });
});

describe('names that are shown under others', () => {
  const PHRASE = 'no _id/_key renames';
  const verdict = async (before: Record<string, string>, after: Record<string, string>) => {
    const { invariants } = await evidenceOf({ before, after, invariants: [PHRASE] });
    return `${invariants[0]?.verdict}: ${invariants[0]?.reason}`;
  };
  const MODEL = 'from pydantic import BaseModel\n\n\nclass User(BaseModel):\n    user_id: int\n';
  const BASE = 'from pydantic import BaseModel, ConfigDict\n\n\nclass Base(BaseModel):\n    pass\n';
  const READ = 'def read(rows):\n    return {name: rows["user_id"] for name in rows}\n';

  for (const [what, before, after] of [
    [
      'by a setting of their class',
      MODEL,
      MODEL.replace('int\n', 'int\n    model_config = {**{}}\n    alias_generator = str.upper\n'),
    ],
    ['by code that makes the keys', READ, READ.replace('{name:', '{name.upper():')],
    ['no longer', READ.replace('{name:', '{name.upper():'), READ],
    [
      'by code that asks for them',
      'def f(o):\n    return o.user_id\n',
      'def f(o):\n    setattr(o, "user_id".upper(), 1)\n    return o.user_id\n',
    ],
  ] as const)
    it(`are left open: ${what}`, async () =>
      assert.match(await verdict({ 'a.py': before }, { 'a.py': after }), /^not_checkable/));

  it('are left open where a base of another file shows them so', async () => {
    const after = BASE.replace('pass', 'model_config = ConfigDict(alias_generator=str.upper)');
    const user = 'from base import Base\n\n\nclass User(Base):\n    user_id: int\n';
    assert.match(
      await verdict({ 'base.py': BASE, 'user.py': user }, { 'base.py': after }),
      /^not_checkable: alias_generator is new, and may show names such as …_id under others/,
    );
    assert.match(await verdict({ 'base.py': BASE }, { 'base.py': after }), /^proved/);
  });

  it('are as before where a text is turned that is no key, and where code only moves', async () => {
    assert.match(
      await verdict({ 'a.py': READ }, { 'a.py': `${READ}\n\ndef show(name):\n    return name.upper()\n` }),
      /^proved/,
    );
    const turning = READ.replace('{name:', '{name.upper():');
    assert.match(
      await verdict({ 'a.py': turning, 'b.py': 'X = 1\n' }, { 'a.py': '', 'b.py': `X = 1\n\n\n${turning}` }),
      /^proved/,
    );
  });
});
