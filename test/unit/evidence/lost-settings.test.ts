import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const JOB = (start: string, made = '') =>
  `class Job:\n    def __init__(self):\n        self.name = ""\n${made}    def start(self, at):\n${start}    def stop(self):\n        self.began = None\n`;
const USE = 'from pkg.m import Job\ndef test_a():\n    j = Job()\n    j.start(1)\n    assert j.began == 1\n';

describe('an attribute that a method no longer sets, though another one still does', () =>
  testVerdicts([
    ofModule(
      'is gone from it',
      [JOB('        self.began = at\n'), JOB('        print(at)\n'), USE],
      'not_checkable',
    ),
    ofModule(
      'stands under a condition now',
      [JOB('        self.began = at\n'), JOB('        if at:\n            self.began = at\n'), USE],
      'not_checkable',
    ),
    ofModule(
      'stands below an exit now',
      [
        JOB('        self.began = at\n'),
        JOB('        if not at:\n            return\n        self.began = at\n'),
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'was set by a method that is no longer called',
      [
        `${JOB('        self._mark(at)\n')}    def _mark(self, at):\n        self.began = at\n`,
        `${JOB('        print(at)\n')}    def _mark(self, at):\n        self.began = at\n`,
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'was one of several targets',
      [JOB('        self.began, self.at = at, at\n'), JOB('        _, self.at = at, at\n'), USE],
      'not_checkable',
    ),
    ofModule(
      'is set of what a function makes',
      [
        'class P: pass\ndef make():\n    p = P()\n    p.x = 1\n    return p\ndef other(p):\n    p.x = 2\n',
        'class P: pass\ndef make():\n    p = P()\n    return p\ndef other(p):\n    p.x = 2\n',
        'from pkg.m import make\ndef test_a():\n    assert make().x\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is set by a copy of the object, and no longer',
      [
        'class P:\n    def __init__(self):\n        self.x = 1\n    def __deepcopy__(self, memo):\n        p = P.__new__(P)\n        p.x = self.x\n        return p\n',
        'class P:\n    def __init__(self):\n        self.x = 1\n    def __deepcopy__(self, memo):\n        p = P.__new__(P)\n        return p\n',
        'from copy import deepcopy\nfrom pkg.m import P\ndef test_a():\n    assert deepcopy(P()).x\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is set where an exception passes it over',
      [
        JOB('        self.began = at\n'),
        JOB(
          '        try:\n            at()\n            self.began = at\n        except ValueError:\n            pass\n',
        ),
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'was set by a function that is given the object',
      [
        `def mark(job, at): job.began = at\n${JOB('        mark(self, at)\n')}`,
        `def mark(job, at): job.began = at\n${JOB('        print(at)\n')}`,
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'was set by a function within it',
      [
        JOB('        def mark():\n            self.began = at\n        mark()\n'),
        JOB('        print(at)\n'),
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'was set by a base that is no longer asked',
      [
        `${JOB('        self.began = at\n')}class Long(Job):\n    def start(self, at):\n        super().start(at)\n        print(at)\n`,
        `${JOB('        self.began = at\n')}class Long(Job):\n    def start(self, at):\n        print(at)\n`,
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'is only mentioned now',
      [JOB('        self.began = at\n'), JOB('        at = [self.began, dict(a=1)]\n'), USE],
      'not_checkable',
    ),
    ofModule(
      'is of an object of the object',
      [JOB('        self.log.began = at\n'), JOB('        print(at)\n'), USE],
      'not_checkable',
    ),
    ofModule(
      'stands below an exit of another condition',
      [
        JOB('        if at:\n            return\n        self.began = at\n'),
        JOB('        if not at:\n            return\n        self.began = at\n'),
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'was set by a method that stands below an exit now',
      [
        `${JOB('        self._mark(at)\n')}    def _mark(self, at):\n        self.began = at\n`,
        `${JOB('        if at:\n            return\n        self._mark(at)\n')}    def _mark(self, at):\n        self.began = at\n`,
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'is deleted where an exit kept it',
      [
        JOB('        self.began = at\n        if at:\n            return\n        del self.began\n'),
        JOB('        self.began = at\n        if not at:\n            return\n        del self.began\n'),
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'is deleted by a method that is newly called',
      [
        `${JOB('        self.began = at\n')}    def end(self):\n        del self.began\n`,
        `${JOB('        self.began = at\n        self.end()\n')}    def end(self):\n        del self.began\n`,
        USE,
      ],
      'not_checkable',
    ),
    ofModule(
      'is set by a property that is read, beside one that is set',
      [
        'class A:\n    @property\n    def p(self):\n        self.c = 1\n        return 2\n    @p.setter\n    def p(self, v):\n        self.d = v\n    def o(self):\n        self.c = 3\n',
        'class A:\n    @property\n    def p(self):\n        return 2\n    @p.setter\n    def p(self, v):\n        self.d = v\n    def o(self):\n        self.c = 3\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is a name of the module that a function says it sets',
      [
        'def init():\n    global CONFIG\n    CONFIG = 1\ndef other():\n    global CONFIG\n    CONFIG = 2\n',
        'def init():\n    print(1)\ndef other():\n    global CONFIG\n    CONFIG = 2\n',
        'from pkg import m\ndef test_a():\n    m.init()\n    assert m.CONFIG\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is a name of the module that is there from the start',
      [
        'CONFIG = 0\ndef init():\n    global CONFIG\n    CONFIG = 1\ndef other():\n    global CONFIG\n    CONFIG = 2\n',
        'CONFIG = 0\ndef init():\n    print(1)\ndef other():\n    global CONFIG\n    CONFIG = 2\n',
      ],
      'proved',
    ),
    ofModule(
      'is there from the start',
      [
        JOB('        self.began = at\n', '        self.began = None\n'),
        JOB('        print(at)\n', '        self.began = None\n'),
        USE,
      ],
      'proved',
    ),
    ofModule(
      'is there from the start by a method, or by the class',
      [
        'class A:\n    y = 1\n    def __init__(self):\n        self.reset()\n    def reset(self):\n        self.x = 0\n    def go(self):\n        self.x = 1\n        self.y = 2\n',
        'class A:\n    y = 1\n    def __init__(self):\n        self.reset()\n    def reset(self):\n        self.x = 0\n    def go(self):\n        print(1)\n',
        'from pkg.m import A\ndef test_a():\n    assert A().y + A().x\n',
      ],
      'proved',
    ),
    ofModule(
      'is there from the start by a base of another file',
      [
        'from pkg.b import B\nclass A(B):\n    def go(self):\n        self.x = 1\n        return 1\n',
        'from pkg.b import B\nclass A(B):\n    def go(self):\n        return 1\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is set by a method that is called instead',
      [
        `${JOB('        self.began = at\n')}    def _mark(self, at):\n        self.began = at\n`,
        `${JOB('        self._mark(at)\n')}    def _mark(self, at):\n        self.began = at\n`,
        USE,
      ],
      'proved',
    ),
    ofModule(
      'is set by a function that is given the object instead',
      [
        `def mark(job, at): job.began = at\n${JOB('        self.began = at\n')}`,
        `def mark(job, at): job.began = at\n${JOB('        mark(self, at)\n')}`,
        USE,
      ],
      'proved',
    ),
    ofModule(
      'stands below one exit less',
      [
        JOB('        if at:\n            return\n        self.began = at\n'),
        JOB('        self.began = at\n'),
        USE,
      ],
      'proved',
    ),
    ofModule(
      'gets another value',
      [JOB('        self.began = at\n'), JOB('        at = at + 1\n        self.began = at\n'), USE],
      'proved',
    ),
  ]));
