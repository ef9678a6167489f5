import assert from 'node:assert/strict';
import {
  coversLint,
  findVerificationProblem,
  lintTarget,
} from '../../../src/core/workorder/check-verification.ts';

const lint = (path: string, check_all = false) => ({ path, check_all });

describe('verification', () => {
  it('takes null and "" for the default path [001-026]', () => {
    assert.deepEqual(lintTarget({ path: null, check_all: true }, 'shop'), lint('shop', true));
    assert.deepEqual(lintTarget({ path: '', check_all: false }, 'shop'), lint('shop'));
  });
  it('may be widened to a parent folder or to check_all [001-043]', () => {
    assert.ok(coversLint(lint('shop'), lint('shop')));
    assert.ok(coversLint(lint('shop'), lint('shop/helpers')));
    assert.ok(coversLint(lint('.'), lint('shop/helpers')));
    assert.ok(coversLint(lint('shop/', true), lint('shop')));
  });
  it('may not be narrowed [001-043] [001-064]', () => {
    assert.ok(!coversLint(lint('shop/helpers'), lint('shop')));
    assert.ok(!coversLint(lint('shop', false), lint('shop', true)));
    assert.ok(!coversLint(lint('sho'), lint('shop')));
    assert.ok(!coversLint(lint('shop'), lint('.')));
  });
  it('says who narrowed what', () =>
    assert.match(
      findVerificationProblem('QA', lint('shop/a'), lint('shop', true), "the Designer's") ?? '',
      /^QA's verification \(shop\/a with check_all false\) is narrower than the Designer's/,
    ));
  it('must stay in the workspace', () =>
    assert.match(
      findVerificationProblem('Designer', lint('../x'), lint('../x'), 'floor') ?? '',
      /is refused/,
    ));
});
