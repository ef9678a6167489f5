import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { readStrictJson } from '../../../src/core/kernel/strict-json.ts';
import { decodeUtf8 } from '../../../src/core/kernel/utf8.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/json-test-suite/test_parsing');
const cases = fs.readdirSync(folder).sort();

/** Valid JSON by the RFC that the specification of this product refuses on purpose. */
const REFUSED_ON_PURPOSE = new Set([
  'y_object_duplicated_key.json',
  'y_object_duplicated_key_and_value.json',
]);

const read = (name: string) => {
  const text = decodeUtf8(fs.readFileSync(path.join(folder, name)));
  return text === undefined ? undefined : readStrictJson(text);
};

describe('strict JSON on JSONTestSuite', () => {
  it('accepts every valid file with the value JSON.parse gives, but duplicate keys', () => {
    for (const name of cases.filter(c => c.startsWith('y_'))) {
      const result = read(name);
      assert.equal(result?.ok ?? false, !REFUSED_ON_PURPOSE.has(name), name);
      if (result?.ok)
        assert.deepEqual(result.value, JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')), name);
    }
  });
  it('refuses every invalid file', () => {
    for (const name of cases.filter(c => c.startsWith('n_')))
      assert.equal(read(name)?.ok ?? false, false, name);
  });
  it('never throws on the files left open by the RFC', () => {
    for (const name of cases.filter(c => c.startsWith('i_'))) assert.doesNotThrow(() => read(name), name);
  });
});
