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
