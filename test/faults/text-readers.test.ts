import assert from 'node:assert/strict';
import { checkReadPath, checkWritePath } from '../../src/core/changes/path-policy.ts';
import { parseEnvelope } from '../../src/core/conversation/envelope.ts';
import { claimedResult } from '../../src/core/evidence/claims/claimed-result.ts';
import { isTypeText } from '../../src/core/evidence/claims/type-text.ts';
import { readClaimForm } from '../../src/core/evidence/spot-checks/claim-forms.ts';
import { readSentence } from '../../src/core/evidence/spot-checks/spot-check-sentences.ts';
import { gradeSpotChecks } from '../../src/core/evidence/spot-checks/spot-checks.ts';
import { findJsonLine } from '../../src/core/kernel/find-json-line.ts';
import { inertText } from '../../src/core/kernel/inert-text.ts';
import { redact } from '../../src/core/kernel/redact.ts';
import { readStrictJson } from '../../src/core/kernel/strict-json.ts';
import { brokenPlaces } from '../../src/core/lint/linters/import-linter/broken-contract.ts';
import { readJsonLine, readTextLine } from '../../src/core/lint/linters/mypy/mypy-diagnostics.ts';
import { readSpotCheck } from '../../src/core/panel/qa-section.ts';
import { importChecklist } from '../../src/core/plan/import-checklist.ts';
import { parseEndpoint } from '../../src/core/python/trace/match-endpoint.ts';
import { parseTasks as parseBlocks } from '../../src/core/routa/parse-tasks.ts';
import { checkTasksWrite, parseTasks } from '../../src/core/taskagent/tasks-file.ts';
import { introducedElisions } from '../../src/core/verification/elision.ts';
import { elisionMarkerIn } from '../../src/core/verification/elision-marker.ts';
import { withoutMarkup } from '../../src/node/model/without-markup.ts';
import { parseTestCounts } from '../../src/node/tests/parse-counts.ts';
import { type Crafted, commonInputs, LONG } from '../support/crafted-inputs.ts';
import { processorTime } from '../support/processor-time.ts';

const LIMIT_MS = 50;

const lint = { path: 'a', check_all: false };
const defaults = { scopeAllowlist: [], invariants: [], lint, phaseBoundaryLint: lint };
const place = { file: 'a', line: 1 };

/** What reads text of models, tools and files, apart from Python's grammar. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'paths to write': checkWritePath,
  'paths to read': checkReadPath,
  'replies of agents': text => parseEnvelope(text, 'thoughts/1'),
  JSON: readStrictJson,
  'lines in JSON': text => findJsonLine(JSON.stringify({ a: [text] }), '/a/0'),
  'claims about results': claimedResult,
  'claims about signatures': readClaimForm,
  types: isTypeText,
  'sentences of spot checks': text => readSentence(text.slice(0, 1000)),
  'spot checks in the Review': text => readSpotCheck(text, ['a.py']),
  'markers of left-out code': elisionMarkerIn,
  'left-out code in a file': text => introducedElisions('a.txt', 'x\n', text),
  'text that is shown': inertText,
  'text without secrets': text => redact(text, ['secret-0123456789']),
  'broken contracts': text => brokenPlaces(text, () => undefined, place),
  'lines of mypy': text => readTextLine(text, []) ?? readJsonLine(text, []),
  checklists: text => importChecklist(text, defaults),
  'task lists': text => parseTasks(text),
  'changes of task lists': text => checkTasksWrite(text, `${text}1) - T\n`, 1),
  '@@@task blocks': text => parseBlocks(`@@@task a\n# T\n${text}\n@@@`),
  endpoints: parseEndpoint,
  'pages of errors': withoutMarkup,
  'the output of tests': parseTestCounts,
};

const SENTENCES = [
  'f returns `int`; ',
  'returns ',
  'now returns a',
  'f returns int instead of ',
  'verified: f is defined in a.py and ',
  '# ... existing code ',
  '... other methods ',
  '// rest of the ',
  '1/2 tests passed ',
  '1 passed 1 failed ',
  '1 passing\n',
  'Ran 1 tests in ',
  '# tests 1\n',
  '1) - T\n',
  '1.1) ? T ',
  '@@@task\n',
  '### Phase 1: a\n',
  '- [ ] a\n',
  '- a.b -> c.d (l.1)\n',
  'a.py:1:1: error: m  [a-b]',
  '  [a',
  '```json\n',
  '\n```\n',
  '{"a":',
  '["',
  'eyJ-',
  'eyJaaaaaaaaaaa.eyJaaaaaaaaaaa.',
  'Bearer ',
  'sk-',
  '<script>',
  '<style ',
  '</',
  '(?P<a>',
  '{a:path}',
  '<path:',
  '](command:',
  '$(a)',
  'GET ',
  'in scope',
] as const;
const inputs: readonly Crafted[] = [
  ...commonInputs,
  ...SENTENCES.flatMap(words =>
    ['', 'verified: ', '\u0001'].map(
      beginning => (length: number) => beginning + words.repeat(Math.ceil(length / words.length)),
    ),
  ),
];

describe('what reads text from outside', function () {
  this.timeout(300_000);

  it(`takes at most ${LIMIT_MS} ms for crafted inputs of ${LONG} characters`, () => {
    let runs = 0;
    let slowest = { ms: 0, what: '' };
    const slow: string[] = [];
    for (const [what, read] of Object.entries(READERS))
      for (const crafted of inputs)
        for (const length of [24, LONG]) {
          const text = crafted(length);
          const ms = processorTime(() => read(text), LIMIT_MS);
          runs++;
          const shown = `${what}: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 40))}`;
          if (ms > slowest.ms) slowest = { ms, what: shown };
          if (ms > LIMIT_MS) slow.push(shown);
        }
    console.log(`      ${Object.keys(READERS).length} readers, ${runs} runs, slowest ${slowest.what}`);
    assert.deepEqual(slow, []);
  });

  it('is quick with eight times as much where that once took minutes', () => {
    const times = {
      digits: processorTime(() => parseTestCounts('0'.repeat(80_000)), LIMIT_MS),
      dots: processorTime(() => checkWritePath('.'.repeat(40_000)), LIMIT_MS),
      spaces: processorTime(() => elisionMarkerIn(`#${' '.repeat(80_000)}x`), LIMIT_MS),
      types: processorTime(() => isTypeText(`${'a[] | '.repeat(15_000)}!`), LIMIT_MS),
    };
    assert.ok(Math.max(...Object.values(times)) <= LIMIT_MS, JSON.stringify(times));
  });

  it('says of a spot check that it is too long to check', async () => {
    const text = `verified: f is defined in a.py${' and b'.repeat(400)}`;
    const facts = { versions: {} } as unknown as Parameters<typeof gradeSpotChecks>[0]['facts'];
    const order = { scope_allowlist: [] };
    const [grade] = await gradeSpotChecks({ spotChecks: [text], order, facts, isFile: async () => false });
    assert.equal(grade?.verdict, 'not_checkable');
    assert.match(grade?.reason ?? '', /too long for code to check/);
  });

  it('reads as before what people and tools write', () => {
    const results = {
      'f now returns `int` instead of `str`.': 'int',
      'f() returns a list[str]': 'list[str]',
      'returns None now.': 'None',
      'it returns int instead of str': 'int',
      'f returns "Quote"': 'Quote',
      'f is new': undefined,
    };
    for (const [sentence, result] of Object.entries(results))
      assert.equal(claimedResult(sentence), result, sentence);
    for (const type of ['int', 'dict[str, list[int]] | None', 'a.b[c] | d'])
      assert.ok(isTypeText(type), type);
    for (const prose of ['a list of things', 'a |', 'a[', 'a[] b', '']) assert.ok(!isTypeText(prose), prose);
    const token = `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.c-d_e`;
    assert.equal(redact(`x-${token} ${token}, eyJ.eyJ.`, []), 'x-[redacted] [redacted], eyJ.eyJ.');
    assert.equal(withoutMarkup('<p>a<script>x<y</script>b</p> 1 < 2').replace(/\s+/g, ' '), ' a b 1 < 2');
    assert.ok(elisionMarkerIn(`# ...${' '.repeat(400)}existing code`));
  });
});
