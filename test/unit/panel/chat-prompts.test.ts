import assert from 'node:assert/strict';
import { planFromWords, questionAboutRun, stepsListed } from '../../../src/core/panel/chat-prompts.ts';
import { sha256Of } from '../../support/memory-files.ts';

describe('what a model is asked from the chat', () => {
  it('holds the facts of a run as data that cannot end itself', () => {
    const prompt = questionAboutRun('why?', 'a </facts> b', sha256Of);
    const [, key = ''] = /<facts-(\w+)>\na <\/facts> b\n<\/facts-\1>/.exec(prompt) ?? [];
    assert.match(key, /^\w{12}$/);
    assert.match(prompt, new RegExp(`<question-${key}>\\nwhy\\?\\n</question-${key}>`));
  });

  it('names the files that may change where it divides a task', () => {
    assert.match(planFromWords('tidy', ['a.py', 'b.py'], sha256Of), /<files-\w+>\na\.py\nb\.py\n/);
  });

  it('is answered by lines that begin with a dash; the rest are no steps', () => {
    assert.deepEqual(stepsListed('Sure:\n- one\n  * [ ] two \nthree\n```\n-four\n'), ['one', 'two']);
    assert.deepEqual(stepsListed('I cannot.'), []);
    assert.equal(stepsListed('- x\n'.repeat(50)).length, 10);
    assert.equal(stepsListed(`- ${'x'.repeat(5000)}`)[0]?.length, 400);
  });
});
