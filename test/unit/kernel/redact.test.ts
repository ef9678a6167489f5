import assert from 'node:assert/strict';
import { redact, redactExact } from '../../../src/core/kernel/redact.ts';

const key = 'a$&b"c/key-0123456789';
const check = (text: string, clean: string, secrets: readonly string[] = [key]) =>
  assert.equal(redact(text, secrets), clean);

describe('redact', () => {
  it('hides every occurrence of a secret', () => check(`x ${key} y ${key}`, 'x [redacted] y [redacted]'));
  it('hides a secret as it looks inside JSON', () => check(JSON.stringify({ key }), '{"key":"[redacted]"}'));
  it('hides a secret as it looks inside a URL', () =>
    check(`?k=${encodeURIComponent(key)}&x`, '?k=[redacted]&x'));
  it('hides the longer of two secrets whole', () =>
    check('secret-123456789-more', '[redacted]', ['secret-123', 'secret-123456789-more']));
  it('hides the beginning of a secret that was cut off', () => {
    check('bad key secret-1234…', 'bad key [redacted]…', ['secret-123456789']);
    check('secret-1 secret-', '[redacted] secret-', ['secret-123456789']);
  });
  it('leaves placeholders such as "ollama" alone', () =>
    check('ollama is up', 'ollama is up', ['ollama', '']));
  it('hides what looks like a credential though nobody named it', () => {
    check('Incorrect API key provided: sk-proj-abc***wxyz.', 'Incorrect API key provided: [redacted]', []);
    check('Authorization: Bearer abc.def-gh1', 'Authorization: [redacted]', []);
  });
  it('leaves ordinary text alone', () => {
    const text =
      'Replacement 2 of helpers/io.py: "task-runner" and basic things; bearer authentication is needed';
    check(text, text);
  });
});

describe('redactExact', () => {
  it('hides the given secrets and nothing else', () =>
    assert.equal(redactExact(`Bearer abcdefgh ${key}`, [key]), 'Bearer abcdefgh [redacted]'));
});
