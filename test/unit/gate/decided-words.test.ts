import assert from 'node:assert/strict';
import { consentWords, rejectedWords } from '../../../src/core/gate/decided-words.ts';

describe('who decided, in words', () => {
  it('is a person with their reason', () => {
    assert.equal(rejectedWords('Ann', 'keep the name'), 'rejected by Ann: keep the name');
    assert.equal(rejectedWords('Ann'), 'rejected by Ann');
    assert.equal(consentWords(true, '--yes'), 'allowed by --yes');
    assert.equal(consentWords(false, 'Ann'), 'not allowed by Ann');
  });
  it('is never "nobody": then it is what happened instead', () => {
    assert.equal(
      rejectedWords('nobody', 'there is no terminal to ask on'),
      'not approved: there is no terminal to ask on',
    );
    assert.equal(rejectedWords('nobody'), 'not approved: nobody decided');
    assert.equal(consentWords(false, 'nobody'), 'not allowed: nobody could be asked');
  });
});
