import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/** Every `$ref` to another schema. */
function refsOut(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' && !inner.startsWith('#') ? [inner] : refsOut(inner),
  );
}

describe('the schemas that editors check files with', () => {
  const { contributes } = read('package.json') as {
    contributes: { jsonValidation: readonly { fileMatch: string; url: string }[] };
  };
  for (const { fileMatch, url } of contributes.jsonValidation)
    it(`${fileMatch}: everything it refers to is found beside it, without the internet`, () => {
      const refs = refsOut(read(url));
      for (const ref of refs) assert.ok(fs.existsSync(path.join(root, path.dirname(url), ref)), ref);
      // Editors look below the `$id` of a schema, where it has one.
      if (refs.length > 0) assert.equal(read(url).$id, undefined);
    });
});
