import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const MOST_KB = 64;

describe('the picture in the README', () => {
  it('is small: it is part of the extension that people download', () => {
    const { size } = fs.statSync(path.resolve(import.meta.dirname, '../../media/readme-review.png'));
    const help = 'convert media/readme-review.png -resize 1280x +dither -colors 16 media/readme-review.png';
    assert.ok(size <= MOST_KB * 1024, `${Math.round(size / 1024)} KB; make it smaller: ${help}`);
  });
});
