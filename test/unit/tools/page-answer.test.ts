import assert from 'node:assert/strict';
import { pageAnswer } from '../../../src/core/tools/page-answer.ts';
import { KeptAnswers } from '../../../src/core/tools/read-more.ts';
import { Random } from '../text/random.ts';

const occurrence = (line: number) => ({ file: 'shop/money.py', line });
const finding = (count: number) => ({
  description: 'Unused import',
  fix_available: true,
  occurrences: Array.from({ length: count }, (_, n) => occurrence(n + 1)),
});
const report = (ruff: object) => ({
  ruff,
  mypy: {},
  summary: { total_errors: 3, clean: false, files_checked: 1 },
});
const lengthOf = (page: unknown) => JSON.stringify(page).length;

describe('the pages of an answer', () => {
  it('are one, the answer itself, where it fits', () => {
    const answer = report({ F401: finding(3) });
    assert.deepEqual(pageAnswer(answer, 1000), [answer]);
    assert.deepEqual(pageAnswer('text\n', 1000), ['text\n']);
  });

  it('are answers of the same shape, with all of a long list in its order', () => {
    const pages = pageAnswer(report({ F401: finding(500), E501: finding(2) }), 2000) as ReturnType<
      typeof report
    >[];
    assert.ok(pages.length > 5);
    const found: unknown[] = [];
    for (const page of pages) {
      assert.ok(lengthOf(page) <= 2000, String(lengthOf(page)));
      assert.deepEqual(Object.keys(page), ['ruff', 'mypy', 'summary']);
      assert.deepEqual(page.summary, { total_errors: 3, clean: false, files_checked: 1 });
      const { F401, E501 } = page.ruff as Record<string, ReturnType<typeof finding>>;
      assert.equal(F401?.description, 'Unused import');
      found.push(...(F401?.occurrences ?? []), ...(E501?.occurrences ?? []));
    }
    assert.deepEqual(found, [...finding(500).occurrences, ...finding(2).occurrences]);
  });

  it('have each entry of a map of many names on one of them', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`E${n}`, finding(1)]));
    const pages = pageAnswer(report(many), 3000) as ReturnType<typeof report>[];
    assert.deepEqual(
      pages.flatMap(page => Object.keys(page.ruff)),
      Object.keys(many),
    );
    for (const page of pages) assert.ok(lengthOf(page) <= 3000);
  });

  it('say of a text that is longer than a page how long it was', () => {
    const [page] = pageAnswer({ output: 'x'.repeat(5000), ok: true }, 1000) as {
      output: string;
      ok: boolean;
    }[];
    assert.match(page?.output ?? '', /^x+ \[cut: this text has 5000 characters\]$/);
    assert.equal(page?.ok, true);
  });

  it('of a text are whole lines, and together the text', () => {
    const text = Array.from({ length: 300 }, (_, n) => `line ${n}\n`).join('');
    const pages = pageAnswer(text, 200) as string[];
    assert.equal(pages.join(''), text);
    assert.ok(pages.every(page => page.length <= 200 && page.endsWith('\n')));
    const random = new Random(7);
    for (let n = 0; n < 200; n++) {
      const any = random.text(['a', '\n', '\u{1f600}', '"', '\r\n'], random.below(200));
      const parts = pageAnswer(any, 2 + random.below(50)) as string[];
      assert.equal(parts.join(''), any);
      assert.ok(parts.every(part => part.isWellFormed()));
    }
  });

  it('lose no item of any list, whatever the shape', () => {
    const random = new Random(8);
    const listOf = <T>(most: number, item: () => T): readonly T[] =>
      Array.from({ length: random.below(most) }, item);
    for (let n = 0; n < 200; n++) {
      const callers = listOf(60, () => ({
        name: random.text(['a', '"'], 20),
        at: listOf(5, () => random.below(900)),
      }));
      const lines = listOf(90, () => random.below(9000));
      const pages = pageAnswer({ callers, lines, total: 1 }, 700) as { callers: object[]; lines: number[] }[];
      assert.deepEqual(
        pages.flatMap(page => page.callers),
        callers,
      );
      assert.deepEqual(
        pages.flatMap(page => page.lines),
        lines,
      );
      for (const page of pages) assert.ok(lengthOf(page) <= 700);
    }
  });
});

describe('an answer with more pages', () => {
  const long = { matches: Array.from({ length: 100 }, (_, n) => occurrence(n)) };

  it('is read on by its name, and says where it ends', () => {
    const kept = new KeptAnswers();
    const { more } = kept.first(long, 1000);
    assert.deepEqual(
      [more?.answer, more?.page, more?.next],
      ['answer-1', 1, 'read_more {"answer":"answer-1","page":2}'],
    );
    const pages = more?.pages ?? 0;
    const last = kept.read('answer-1', pages);
    assert.ok('page' in last && last.more?.next === undefined);
    assert.deepEqual(kept.read('answer-1', pages + 1), {
      error: `answer-1 has ${pages} pages; there is no page ${pages + 1}`,
      changed: false,
    });
  });

  it('is forgotten when many others came after it', () => {
    const kept = new KeptAnswers();
    for (let n = 0; n < 17; n++) kept.first(long, 1000);
    assert.match(JSON.stringify(kept.read('answer-1', 1)), /there is no answer .*call the tool again/);
    assert.ok('page' in kept.read('answer-17', 1));
  });
});
