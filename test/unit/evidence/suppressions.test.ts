import assert from 'node:assert/strict';
import { evidenceOf, evidenceOfModule } from './evidence-of.ts';

const suppressionsOf = async (before: string, after: string) =>
  (await evidenceOfModule(before, after)).suppressions.map(
    ({ kind, text, place }) => `${place.line} ${kind} ${text}`,
  );

describe('newly written suppressions', () => {
  it('are found, whichever tool they speak to', async () =>
    assert.deepEqual(
      await suppressionsOf(
        'a = 1\n',
        'a = 1  # noqa: E501\nb = 2  # type: ignore[arg-type]\nif c:  # pragma: no cover\n    d  # pylint: disable=x\n# fmt: off\n# ruff: noqa\ne  # pyright: ignore\nf  # nosec\n# a note about noqa\n',
      ),
      [
        '1 noqa # noqa: E501',
        '2 type: ignore # type: ignore[arg-type]',
        '3 pragma: no cover # pragma: no cover',
        '4 pylint: disable # pylint: disable=x',
        '5 fmt: off # fmt: off',
        '6 noqa # ruff: noqa',
        '7 pyright: ignore # pyright: ignore',
        '8 nosec # nosec',
      ],
    ));

  it('may be those behind a parenthesis that comes or goes, which silence another line', async () => {
    const verdict = async (before: string, after: string) => {
      const invariants = ['no new suppressions'];
      const all = await evidenceOf({ before: { 'a.py': before }, after: { 'a.py': after }, invariants });
      return all.invariants[0]?.verdict;
    };
    const [line, block] = ['x: int = "a"  # type: ignore\n', 'x: int = (\n    "a"\n)  # type: ignore\n'];
    assert.equal(await verdict(line, block), 'not_checkable');
    assert.equal(await verdict(block, line), 'not_checkable');
    assert.equal(await verdict(block, `y = 1\n${block}`), 'proved');
  });

  it('are not those that were there, stand elsewhere, or whose line is edited', async () => {
    assert.deepEqual(await suppressionsOf('a = 1  # noqa\nb = 2\n', 'b = 2\na = 1  # noqa\n'), []);
    assert.deepEqual(await suppressionsOf('a = 1  # noqa\n', 'a = 2  # noqa\n'), []);
    const moved = await evidenceOf({
      before: { 'a.py': 'x = 1  # noqa\n', 'b.py': '' },
      after: { 'a.py': '', 'b.py': 'x = 1  # noqa\n' },
    });
    assert.deepEqual(moved.suppressions, []);
  });

  it('are counted: a second one of the same words is new', async () =>
    assert.deepEqual(await suppressionsOf('a = 1  # noqa\n', 'a = 1  # noqa\nb = 2  # noqa\n'), [
      '2 noqa # noqa',
    ]));

  it('are comments, not strings', async () =>
    assert.deepEqual(await suppressionsOf('a = 1\n', 'a = "# noqa"\nb = f"{c}# type: ignore"\n'), []));
});

describe('comments with words that tools have as well', () => {
  const verdictOn = async (comment: string) => {
    const { invariants } = await evidenceOf({
      before: { 'm.py': 'x = 1\n' },
      after: { 'm.py': `${comment}\nx = 1\n` },
      invariants: ['no new suppressions'],
    });
    return invariants[0]?.verdict;
  };

  for (const sentence of [
    '# Type is not specified, so the default is taken',
    '# strips the styling when colors are disabled for all',
    '# from HTTP_PROXY, and always ignore the rest of it',
    '#: Instructs it to ignore options that a command lacks',
    '# enable/disable pair with explicit ``default=True`` in it',
    '# Black would write this as several lines of code',
  ])
    it(`are no order of a tool where they are a sentence: ${sentence}`, async () =>
      assert.equal(await verdictOn(sentence), 'proved'));

  for (const order of [
    '# ignore',
    '# type ignore',
    '# please type: ignore this line and all the others',
    '# xyz: disable all the checks that are in this file',
    '# xyz-disable all the checks that are in this file',
    '# we ignore[misc] this line and all of the others',
    '# this is fine, nosec for all of the others as well',
    '# mypy please ignore all the errors in this file',
    '# pragma no cover for this whole block of the code',
    '# coverage: ignore this whole block of the code here',
    '# spell-checker: ignore these words and those words',
  ])
    it(`may be an order of one: ${order}`, async () => assert.equal(await verdictOn(order), 'not_checkable'));
});
