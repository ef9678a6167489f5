import { findingLine } from '../changes/finding.ts';
import type { Proof, Statement } from '../prove/prove.ts';
import type { CheckResult } from '../verification/check.ts';

/** A JUnit report: a test case for each check and for each statement. What was not decided is skipped, never passed. */
export function junit({ title, verdict, statements }: Proof): string {
  const checks = verdict.results.map(checkCase);
  const said = statements.filter(one => one.verdict !== 'does not hold').map(statementCase);
  const suites = [suite('checks', checks), suite('statements', said)];
  const count = (kind: Case['kind']) => [...checks, ...said].filter(one => one.kind === kind).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(`workorder prove: ${title}`)}" tests="${checks.length + said.length}" failures="${count('failure')}" skipped="${count('skipped')}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  readonly kind: 'passed' | 'failure' | 'skipped';
  readonly xml: string;
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (kind: Case['kind']) => cases.filter(one => one.kind === kind).length;
  return [
    `  <testsuite name="${name}" tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}">`,
    ...cases.map(({ xml }) => xml),
    '  </testsuite>',
  ].join('\n');
}

function checkCase({ check, verdict, reason, findings, ms }: CheckResult): Case {
  // What the policy only shows must not turn a build red, and is not passed either.
  const isBlocking = findings.some(({ severity }) => severity === 'blocks');
  const kind = isBlocking ? 'failure' : verdict === 'passed' ? 'passed' : 'skipped';
  const message = verdict === 'failed' && !isBlocking ? `advisory: ${reason}` : reason;
  const details = findings.filter(({ severity }) => severity !== 'note').map(findingLine);
  return testCase(kind, 'workorder.checks', check, message, details, ms / 1000);
}

function statementCase({ text, from, verdict, reason, places }: Statement): Case {
  const kind = verdict === 'refuted' ? 'failure' : verdict === 'not checkable' ? 'skipped' : 'passed';
  const details = places.map(({ file, line }) => `${file}:${line}`);
  return testCase(
    kind,
    'workorder.statements',
    from === 'tried' ? text : `${text} (${from})`,
    `${verdict}: ${reason}`,
    details,
  );
}

function testCase(
  kind: Case['kind'],
  group: string,
  name: string,
  message: string,
  details: readonly string[],
  seconds = 0,
): Case {
  const head = `    <testcase classname="${group}" name="${attribute(name)}" time="${seconds.toFixed(3)}"`;
  if (kind === 'passed') return { kind, xml: `${head}/>` };
  const body = content(details.join('\n'));
  return {
    kind,
    xml: `${head}>\n      <${kind} message="${attribute(message)}">${body}</${kind}>\n    </testcase>`,
  };
}

/** Characters that XML 1.0 has no way to write. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const content = (text: string): string =>
  text.replace(NO_XML, '\uFFFD').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const attribute = (text: string): string =>
  content(text)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
