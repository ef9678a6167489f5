import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';

const { mocha } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  mocha: { timeout: number };
};

describe('the time limit of a test', () => {
  it('is never shorter than the common one: a busy machine takes many times as long', () => {
    const shorter = fs
      .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.test.ts'))
      .flatMap(file =>
        [
          ...fs
            .readFileSync(path.join(root, 'test', file), 'utf8')
            .matchAll(/(?:this|\}\))\.timeout\(([\d_]+)\)/g),
        ]
          .map(([, limit = '']) => Number(limit.replaceAll('_', '')))
          .filter(limit => limit > 0 && limit <= mocha.timeout)
          .map(limit => `${file}: ${limit}`),
      );
    assert.deepEqual(shorter, []);
  });
});
