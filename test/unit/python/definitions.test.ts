import { checkOutline as check } from './outline-of.ts';

describe('the Python index finds definitions [001-056]', () => {
  it('finds classes, functions, async functions, methods and what is nested in them', () =>
    check(
      'class Outer:\n    class Inner:\n        def method(self):\n            def local(): pass\n\nasync def fetch(): ...\n',
      [
        'class Outer 1-4',
        'class Outer.Inner 2-4',
        'method Outer.Inner.method 3-4',
        'function Outer.Inner.method.local 4-4',
        'function fetch 6-6',
      ],
    ));

  it('begins a definition at its first decorator and names the line of def', () =>
    check('@app.get(\n    "/users",\n)\n@cache\ndef users():\n    return 1\n\n# behind\n', [
      'function users @1 5-6',
    ]));

  it('tells properties, setters, deleters and cached properties from methods', () =>
    check(
      'class A:\n @property\n def x(self): ...\n @x.setter\n def x(self, v): ...\n @x.deleter\n def x(self): ...\n @functools.cached_property\n def y(self): ...\n @other.setter\n def z(self): ...\n',
      [
        'class A 1-11',
        'property A.x @2 3-3 getter',
        'property A.x @4 5-5 setter',
        'property A.x @6 7-7 deleter',
        'property A.y @8 9-9 getter',
        'method A.z @10 11-11',
      ],
    ));

  it('keeps overloads apart from what implements them', () =>
    check(
      '@overload\ndef f(a: int) -> int: ...\n@typing.overload\ndef f(a: str) -> str: ...\ndef f(a): return a\n',
      ['function f @1 2-2 overload', 'function f @3 4-4 overload', 'function f 5-5'],
    ));

  it('marks what stands under if, try, for, with and match as conditional, and what only type checkers see', () =>
    check(
      'if a:\n def f(): ...\nelif TYPE_CHECKING:\n def t(): ...\nelse:\n def f(): ...\ntry:\n import x\nexcept E:\n class x: ...\nfinally:\n Z = 1\nwith a as b:\n V = 2\nmatch k:\n case 1:\n  W = 3\nif typing.TYPE_CHECKING:\n if a:\n  U = 4\n',
      [
        'function f 2-2 conditional',
        'function t 4-4 type_checking',
        'function f 6-6 conditional',
        'class x 10-10 conditional',
        'constant Z 12-12',
        'constant V 14-14 conditional',
        'constant W 17-17 conditional',
        'constant U 20-20 type_checking',
      ],
    ));

  it('finds constants, variables, annotated, chained and nested tuple assignments', () =>
    check(
      'MAX = 3\n_PRIVATE_2 = 4\nname: str = "x"\nempty: int\na = b = 1\n(c, [d, *e]), f = x\ng.h = 1\ni[j] = 2\nk += 1\n(m) = 3\n(n).o = [p][0] = q = 4\n',
      [
        'constant MAX 1-1',
        'constant _PRIVATE_2 2-2',
        'variable name 3-3',
        'variable empty 4-4',
        'variable a 5-5',
        'variable b 5-5',
        'variable c 6-6',
        'variable d 6-6',
        'variable e 6-6',
        'variable f 6-6',
        'variable m 10-10',
        'variable q 11-11',
      ],
    ));

  it('takes names in a class body and first assignments to self as attributes', () =>
    check(
      'class A:\n x: int = 1\n y, z = 1, 2\n def __init__(this, w):\n  this.w: int = w\n  this.x = 2\n  this.u = this.v = 3\n  this.a.b = 4\n  other.c = 5\n  self.d = 6\n  local = 7\n def more(this):\n  this.w = 8\n  if w: this.t = 9\n @staticmethod\n def s(this):\n  this.no = 1\n',
      [
        'class A 1-17',
        'attribute A.x 2-2',
        'attribute A.y 3-3',
        'attribute A.z 3-3',
        'method A.__init__ 4-11',
        'attribute A.w 5-5',
        'attribute A.u 7-7',
        'attribute A.v 7-7',
        'method A.more 12-14',
        'attribute A.t 14-14 conditional',
        'method A.s @15 16-17',
      ],
    ));

  it('reads generics, bounds, defaults and type aliases (PEP 695, PEP 696)', () =>
    check(
      'class Box[T: (int, str) = int, *Ts, **P](Base[T]):\n def get[U: list[T]](self, u: U) -> T: ...\ntype Alias[K] = dict[K, int]\ntype = 3\ntype(type)\ntype: int\n',
      ['class Box 1-2', 'method Box.get 2-2', 'type Alias 3-3', 'variable type 4-4', 'variable type 6-6'],
    ));

  it('tells match and case as statements from match and case as names', () =>
    check(
      'match = 1\ncase = 2\nmatch(case)\nmatch[case] = 3\nmatch: int = 4\nmatch match, *case:\n case {"a": [x, *_], **r} | A.B(y, z=-1.5+2j) if y: F = 1\n case (1 | 2) as n, "s" "t", None: G = 2\n case _: pass\nmatch -x:\n case []: H = 3\n',
      [
        'variable match 1-1',
        'variable case 2-2',
        'variable match 5-5',
        'constant F 7-7 conditional',
        'constant G 8-8 conditional',
        'constant H 11-11 conditional',
      ],
    ));

  it('ends a definition at its last statement, whatever comments and blank lines follow', () =>
    check(
      'def f():\n    x = """\ntext"""\n    # comment\n\n\n# another\ndef g(\n    a,  # :\n    b=lambda: 0,\n) -> dict[str, "x"]: return {\n}\nclass C: x = 1; y = 2\n',
      ['function f 1-3', 'function g 8-12', 'class C 13-13', 'attribute C.x 13-13', 'attribute C.y 13-13'],
    ));

  it('is not led astray by strings, comments, continuation lines and brackets that look like code', () =>
    check(
      '"""\ndef no(): ...\n"""\nx = (\ndef_ ,\n)\ny = "def no():" \\\n  "class No:"\n# def no(): ...\nz = \'it\\\'s\'; w = r"\\\\"\nclass_ = 1\n',
      ['variable x 4-6', 'variable y 7-8', 'variable z 10-10', 'variable w 10-10', 'variable class_ 11-11'],
    ));

  it('compares names in the normal form that Python uses', () =>
    check('ﬁeld = 1\ndef 𝔘𝔫𝔦(): ...\nclass Größe: ...\n', [
      'variable field 1-1',
      'function Uni 2-2',
      'class Größe 3-3',
    ]));
});
