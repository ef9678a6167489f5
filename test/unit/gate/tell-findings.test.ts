import assert from 'node:assert/strict';
import type { Finding } from '../../../src/core/changes/finding.ts';
import { Staging } from '../../../src/core/gate/staging.ts';
import { tellFindings } from '../../../src/core/gate/tell-findings.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';

const REPORT = 'shop/report.py';
const FILES = {
  [REPORT]: `import os\r\n\r\n    return calc_total(prices)\r\n${'x'.repeat(300)}\r\n`,
  '.env': 'TOKEN=a-secret\n',
};

/** @param before what the file of the report was before the change; left out: it is not changed */
function tell(findings: readonly Finding[], before?: string): Promise<readonly string[]> {
  const changed = before === undefined ? [] : [{ path: REPORT, before: new TextEncoder().encode(before) }];
  return tellFindings(findings, changed, new Staging(new MemoryFiles(FILES), sha256Of));
}

const finding = (
  message: string,
  file: string,
  line: number,
  side: 'before' | 'after' = 'after',
): Finding => ({
  rule: 'lint/F821',
  severity: 'risk',
  message,
  place: { file, line, side },
});
const undefinedName = finding('Undefined name `calc_total`', REPORT, 3);

describe('an agent is told what a check found in its change', () => {
  it('with the line it is about, so that it can be repaired without reading the file', async () => {
    const told = ['shop/report.py:3: Undefined name `calc_total`. That line is: return calc_total(prices)'];
    assert.deepEqual(await tell([undefinedName]), told);
    assert.deepEqual(
      await tell([undefinedName], 'import sys\r\n\r\n    return calc_total(prices)\r\n'),
      told,
    );
  });

  it('without a line that it has just written itself', async () =>
    assert.deepEqual(await tell([undefinedName], 'import os\r\n'), [
      'shop/report.py:3: Undefined name `calc_total`',
    ]));

  it('without a line that the sentence quotes, that is gone, empty, too long or not there', async () => {
    const given = [
      finding('"import os" finds nothing', REPORT, 1),
      finding('a name is removed', REPORT, 1, 'before'),
      finding('is empty', REPORT, 2),
      finding('is long', REPORT, 4),
      finding('is behind the end', REPORT, 40),
      finding('is in no file', 'shop/none.py', 1),
    ];
    for (const sentence of await tell(given)) assert.doesNotMatch(sentence, /That line is/);
  });

  it('never with a line of a file that looks like a secret', async () =>
    assert.deepEqual(await tell([finding('odd', '.env', 1)]), ['.env:1: odd']));

  it('of very many only the first with their lines', async () => {
    const many = Array.from({ length: 500 }, (_, k) => finding(`odd ${k}`, REPORT, 3));
    const told = await tell(many);
    assert.equal(told.length, 500);
    assert.equal(told.filter(sentence => sentence.includes('That line is')).length, 20);
  });
});
