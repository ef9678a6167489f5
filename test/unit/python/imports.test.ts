import assert from 'node:assert/strict';
import { indexOf } from './outline-of.ts';

function importsOf(source: string): readonly string[] {
  const { imports, definitions } = indexOf(source);
  return imports.map(statement => {
    const names = statement.names.map(({ name, alias }) =>
      alias === undefined ? name : `${name} as ${alias}`,
    );
    const where = statement.parent < 0 ? '' : ` in ${definitions[statement.parent]?.name}`;
    const placement = statement.placement === 'always' ? '' : ` ${statement.placement}`;
    const module = statement.kind === 'import' ? '' : `${'.'.repeat(statement.level)}${statement.module}: `;
    return `${module}${names.join(', ')} ${statement.line}-${statement.endLine}${where}${placement}`;
  });
}

describe('the Python index finds imports', () => {
  it('reads plain, dotted, aliased and several modules', () =>
    assert.deepEqual(importsOf('import a, b.c as d, e.f\n'), ['a, b.c as d, e.f 1-1']));

  it('reads relative imports of any level, groups and stars', () =>
    assert.deepEqual(
      importsOf('from . import a\nfrom ..b import (\n  c as d,\n  e,\n)\nfrom ....f.g import *\n'),
      ['.: a 1-1', '..b: c as d, e 2-5', '....f.g: * 6-6'],
    ));

  it('says where an import stands and who sees it', () =>
    assert.deepEqual(
      importsOf(
        'if TYPE_CHECKING:\n  import a\nelse:\n  import b\ntry:\n  import c\nexcept ImportError: import d\ndef f():\n  import e\n',
      ),
      ['a 2-2 type_checking', 'b 4-4 conditional', 'c 6-6 conditional', 'd 7-7 conditional', 'e 9-9 in f'],
    ));

  it('lists names bound by other statements of the module', () =>
    assert.deepEqual(
      indexOf(
        'for a, (b, *c) in x: ...\nwith y as d, z as (e, f.g): ...\nwith (y as h): ...\ntry: ...\nexcept E as i: ...\nif (j := 1): ...\ndef k():\n  global m\n  if (no := 1): ...\n',
      ).otherNames,
      ['a', 'b', 'c', 'd', 'e', 'h', 'i', 'j', 'm'],
    ));
});

describe('the Python index reads __all__', () => {
  const check = (source: string, expected: unknown) => assert.deepEqual(indexOf(source).exports, expected);

  it('as list, tuple, annotated, and extended in the usual ways', () =>
    check(
      '__all__: list[str] = ["a", \'b\']\n__all__ += ("c",)\n__all__.extend(["d"])\n__all__.append("e")\n__all__.remove("a")\n',
      { names: ['b', 'c', 'd', 'e'], from: [], isComplete: true },
    ));

  it('with the names of other modules', () =>
    check('__all__ = ["a"] + b.__all__ + [*c.d.__all__]\n__all__ += e.__all__\n', {
      names: ['a'],
      from: ['b', 'c.d', 'e'],
      isComplete: true,
    }));

  it('joins strings side by side, as Python does', () =>
    check('__all__ = ["a" "b", "c"]\n', { names: ['ab', 'c'], from: [], isComplete: true }));

  it('says when it cannot be read without running the module', () => {
    check('__all__ = [n for n in dir() if n != "x"]\n', { names: [], from: [], isComplete: false });
    check('__all__ = ["a"] + names\n', { names: ['a'], from: [], isComplete: false });
  });

  it('starts again when it is assigned again, and only at module level', () => {
    check('__all__ = ["a"]\n__all__ = ["b"]\n', { names: ['b'], from: [], isComplete: true });
    check('class A:\n  __all__ = ["a"]\n', undefined);
  });
});
