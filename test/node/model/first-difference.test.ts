import assert from 'node:assert/strict';
import { firstDifference } from '../../../src/node/model/first-difference.ts';

const message = (text: string): string => JSON.stringify({ role: 'user', text });

describe('the first difference of two requests', () => {
  it('is a line of the message’s text, as it was and as it is', () =>
    assert.equal(
      firstDifference(message('a\nprice = 1\nz'), message('a\nprice = 2\nz')),
      'first at line 2: recorded "price = 1", now "price = 2"',
    ));
  it('shows the place inside a long line', () => {
    const long = (end: string) => message(`${'x'.repeat(500)}${end}${'y'.repeat(500)}`);
    const sentence = firstDifference(long('A'), long('B'));
    assert.match(sentence, /recorded "…x{20}Ay{59}…", now "…x{20}By{59}…"$/);
  });
  it('is not the key of a label, which changes with what it labels', () =>
    assert.equal(
      firstDifference(
        message('<sources-0123456789ab>\na = 1\n</sources-0123456789ab>'),
        message('<sources-ba9876543210>\na = 2\n</sources-ba9876543210>'),
      ),
      'first at line 2: recorded "a = 1", now "a = 2"',
    ));
  it('says where one of them ends', () => {
    assert.equal(
      firstDifference(message('a'), message('a\nb')),
      'first at line 2: recorded nothing, now "b"',
    );
    assert.equal(
      firstDifference(message('a\nb'), message('a')),
      'first at line 2: recorded "b", now nothing',
    );
  });
  it('of tools and schemas is a line of their JSON', () =>
    assert.match(firstDifference('[{"name":"a"}]', '[{"name":"b"}]'), /recorded " +"name": "a"", now/));
  it('is not in the text when only the rest of a message differs', () =>
    assert.equal(
      firstDifference(message('a'), JSON.stringify({ role: 'system', text: 'a' })),
      'not in its text',
    ));
});
