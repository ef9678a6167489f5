import assert from 'node:assert/strict';
import { shortNames } from '../../../scripts/build/short-names.mjs';

describe('names of chunks in the package', () => {
  const build = (code: string): ReadonlyMap<string, string> =>
    new Map([
      ['cli.js', 'import{a}from"./chunks/BBBBBBBB.js";import("./chunks/AAAAAAAA.js");'],
      ['chunks/AAAAAAAA.js', 'export const text="OTHERONE.js";'],
      ['chunks/BBBBBBBB.js', `import"./AAAAAAAA.js";${code}`],
    ]);
  const renamed = (texts: ReadonlyMap<string, string>): readonly (readonly [string, string])[] => {
    const rename = shortNames(texts);
    return [...texts].map(([file, text]) => [rename(file), rename(text)]);
  };

  it('are short wherever a chunk is imported, in one folder, and nothing else is renamed', () => {
    const [cli, a, b] = renamed(build('export const b=1;'));
    const folder = /^([0-9a-z]{4})\/00\.js$/.exec(a?.[0] ?? '')?.[1];
    assert.deepEqual(cli, ['cli.js', `import{a}from"./${folder}/01.js";import("./${folder}/00.js");`]);
    assert.deepEqual(a?.[1], 'export const text="OTHERONE.js";');
    assert.deepEqual(b, [`${folder}/01.js`, 'import"./00.js";export const b=1;']);
  });

  it('are in another folder in each other build, so that a program under way loads none of its chunks', () => {
    const [, [one] = []] = renamed(build('export const b=1;'));
    const [, [other] = []] = renamed(build('export const b=2;'));
    assert.notEqual(one, other);
    assert.equal(one, renamed(build('export const b=1;'))[1]?.[0]);
  });
});
