import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const f = (value: string) => `class K:\n    foo = 1\ndef f(k, a=1):\n    return ${value}\n`;
const doubtful = (name: string, before: string, after: string) =>
  ofModule(name, [f(before), f(after)], 'not_checkable');
const harmless = (name: string, before: string, after: string) =>
  ofModule(name, [f(before), f(after)], 'proved');

describe('the fields of a text that is formatted', () =>
  testVerdicts([
    doubtful('another key', '"{k[a]}".format(k=k)', '"{k[b]}".format(k=k)'),
    doubtful('an attribute of what stands at a place', '"{0.foo}".format(k)', '"{0.foe!r:>4}".format(k)'),
    doubtful('a name that is not given', '"{k}".format(k=k)', '"{k} {a}".format(k=k)'),
    doubtful('a place that is not given', '"{0}".format(k)', '"{0} {1}".format(k)'),
    doubtful('more places than values', '"{}".format(k)', '"{} {}".format(k)'),
    doubtful('fewer values than places', '"{} {}".format(k, a)', '"{} {}".format(k)'),
    doubtful('a width that is not given', '"{k}".format(k=k)', '"{k:{width}}".format(k=k)'),
    doubtful('a name in what a mapping gives', '"{a}".format_map(k)', '"{b}".format_map(k)'),
    doubtful('a name in what two stars give', '"{a}".format(**k)', '"{b}".format(**k)'),
    doubtful('a key for %', '"%(a)s" % k', '"%(a)s %(b)s" % k'),
    doubtful('a key that a display for % lacks', '"%(a)s" % {"a": k}', '"%(b)s" % {"a": k}'),
    doubtful('more values for % than there are', '"%s" % (k,)', '"%s %d" % (k,)'),
    doubtful('a width for % that is not there', '"%d" % (a,)', '"%*d" % (a,)'),
    doubtful('a text that is given on', 'k.render("{a}")', 'k.render("{b}")'),
    ofModule(
      'a text at the top, of which others ask for more',
      [
        'T = "{a}: %s"\ndef f(x): return (T % x).format(a=x)\n',
        'T = "{a}: %s %s"\ndef f(x): return (T % x).format(a=x)\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'a text at the top, which is given fewer values',
      ['T = "%s %s"\ndef f(x): return T % (x, 1)\n', 'T = "%s %s"\ndef f(x): return T % (x,)\n'],
      'not_checkable',
    ),
    ofModule(
      'a text at the top, which is given other values',
      ['T = "%s %s"\ndef f(x): return T % (x, 1)\n', 'T = "%s %s"\ndef f(x): return T % (2, x)\n'],
      'proved',
    ),
    ofModule(
      'a text of a class',
      [
        'class V:\n    text = "{a}"\n    def f(self, x): return self.text.format(a=x)\n',
        'class V:\n    text = "{c}"\n    def f(self, x): return self.text.format(a=x)\n',
      ],
      'not_checkable',
    ),
    harmless('other words around them', '"{k.foo}".format(k=k)', '"K: {k.foo}".format(k=k)'),
    harmless('one more, with its value', '"{k}".format(k=k)', '"{k}, {a}".format(k=k, a=a)'),
    harmless('another order', '"{0} {1}".format(k, a)', '"{1} {0}".format(k, a)'),
    harmless('one more value for %', '"%s" % k', '"%s %s" % (k, a)'),
    harmless('another key for %, with its value', '"%(a)s" % {"a": k}', '"%(b)s %(a)s" % {"a": k, "b": 1}'),
    harmless('braces and percents that are none', '"{{k}} 100%"', '"{{ kk }} 50%"'),
    harmless('another text without any', '"some text"', '"another text"'),
    ofModule(
      'a message of a log',
      [
        'import logging\ndef f(x):\n    logging.info("a %s", x)\n    return x\n',
        'import logging\ndef f(x):\n    logging.info("a %s (%d)", x, 1)\n    return x\n',
      ],
      'proved',
    ),
  ]));
