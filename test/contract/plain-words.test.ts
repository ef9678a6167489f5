import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/** What a reader has to understand without another document: comments give reasons, names are the field's. */
const root = path.resolve(import.meta.dirname, '../..');

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(file => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter(file => ending.test(file) && !file.startsWith('src/generated/'));

const SOURCES = filesIn('src', /\.ts$/);

/** Numbers of a document that is not here. */
const NUMBERS = /\b[CT]\d{1,2}\b|\b00[0-4]-\d{3}\b|\bspecifications? \d/i;

/** Words that only this project used, or used in a sense of its own. */
const DIALECT = /\b(talks?|Desk|giver|poke|let(Go)|un(told)|mend(s|ed|ing)?|goes(On))\b/;

function lines(files: readonly string[], pattern: RegExp): readonly string[] {
  return files.flatMap(file =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
}

describe('words', () => {
  it('sees the sources', () => assert.ok(SOURCES.length > 100));

  it('gives reasons in comments, no numbers of a document', () =>
    assert.deepEqual(lines(SOURCES, NUMBERS), []));

  it('names things by the terms of the field', () => assert.deepEqual(lines(SOURCES, DIALECT), []));
});
