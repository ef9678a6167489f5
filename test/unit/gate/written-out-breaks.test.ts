import assert from 'node:assert/strict';
import { aboutWrittenOutBreaks } from '../../../src/core/gate/written-out-breaks.ts';

const about = (text: string) =>
  aboutWrittenOutBreaks([{ path: 'a.py', after: new TextEncoder().encode(text) }]);

describe('a text that is no Python because its line breaks are written out', () => {
  it('is explained to the agent that wrote it', () => {
    const told =
      '; in the new text of a.py lines end with a backslash and an n: as JSON, write \\n for a line break, not \\\\n';
    assert.equal(about('def f(a):\\n    return a'), told);
    assert.equal(about('import os\n\ndef f(a):\\n    return a\\n\\n\\n@decorated\\n'), told);
  });

  it('is not suspected where a string may hold them', () => {
    for (const text of ['x = "a\\nb', 'def f(:\n    pass\n', "print('\\n'\n", 'x = 1 \\\n  + 2)'])
      assert.equal(about(text), '', text);
  });
});
