import assert from 'node:assert/strict';
import { groupFindings } from '../../../src/core/prove/group-findings.ts';
import type { Proof } from '../../../src/core/prove/prove.ts';
import { countStatements, countsLine, outcomeLine } from '../../../src/core/prove/summary.ts';
import { proveInMemory } from '../../support/prove-in-memory.ts';

const F = 'def f():\n    return 1\n';
const verdictOf = ({ statements }: Proof, text: string) => statements.find(one => one.text === text)?.verdict;

describe('a proof of a change', () => {
  it('tells what somebody said from what is tried for every change', async () => {
    const proof = await proveInMemory({
      before: { 'a.py': F },
      after: { 'a.py': 'def g():\n    return 1\n' },
      message: 'Invariant: no public names removed\nClaim: a.f is removed',
    });
    assert.equal(verdictOf(proof, 'no public names removed'), 'refuted');
    assert.equal(verdictOf(proof, 'a.f is removed'), 'confirmed');
    // It does not hold either, and nobody said it.
    assert.equal(verdictOf(proof, 'no public API changes'), 'does not hold');
    assert.equal(countStatements(proof.statements).refuted, 1);
    assert.equal(proof.outcome, 'blocked');
  });

  it('proves nothing where a part was not looked into', async () => {
    const change = { before: { 'a.py': F }, after: { 'a.py': `# c\n${F}` } };
    assert.equal(verdictOf(await proveInMemory(change), 'no behavior changes'), 'proved');
    const paths = [
      { path: 'lib', change: 'modified', notes: ['submodule'], notLookedAt: 'it is a submodule' },
    ] as const;
    const limited = await proveInMemory({ ...change, paths, invariants: ['no behavior changes'] });
    assert.equal(verdictOf(limited, 'no behavior changes'), 'not checkable');
    assert.equal(countStatements(limited.statements).proved, 0);
    // The check of the policy is told the same.
    assert.equal(limited.verdict.results.find(({ check }) => check === 'invariants')?.verdict, 'undecided');
  });

  it('takes a file that becomes executable for more than comments', async () => {
    const paths = [{ path: 'run.py', change: 'modified', notes: ['now executable'] }] as const;
    const proof = await proveInMemory({ before: { 'a.py': F }, after: { 'a.py': `# c\n${F}` }, paths });
    assert.equal(verdictOf(proof, 'no behavior changes'), 'not checkable');
    assert.equal(verdictOf(proof, 'no public API changes'), 'proved');
  });

  it('counts nothing as tested that was not run', async () => {
    const proof = await proveInMemory({ before: { 'a.py': F }, after: { 'a.py': `# c\n${F}` } });
    assert.match(countsLine(proof), /^proved 8 · tested 0 · not checkable 0 · refuted 0$/);
  });

  it('counts all that is to look at, also of a large change', async () => {
    const of = (letter: string) => Array.from({ length: 300 }, (_, i) => `${letter}${i} = ${i}\n`).join('');
    const proof = await proveInMemory({ before: { 'a.py': of('a') }, after: { 'a.py': of('b') } });
    assert.match(outcomeLine(proof), /; 300 to look at\.$/);
  });

  it('leaves a sentence that code does not know to its reader', async () => {
    const proof = await proveInMemory({
      before: { 'a.py': F },
      after: { 'a.py': `# c\n${F}` },
      invariants: ['it stays fast'],
    });
    assert.equal(verdictOf(proof, 'it stays fast'), 'not checkable');
    assert.equal(proof.outcome, 'passed');
  });

  it('says the same of several places once, what is wrong first', () => {
    const at = (line: number) => ({ file: 'a.py', line, side: 'after' as const });
    const groups = groupFindings([
      { rule: 'evidence/use-to-check', severity: 'risk', message: 'use of f: open', place: at(1) },
      { rule: 'evidence/use-to-check', severity: 'risk', message: 'use of f: open', place: at(2) },
      { rule: 'evidence/broken-use', severity: 'risk', message: 'use of g: gone', place: at(3) },
      { rule: 'invariants/violated', severity: 'blocks', message: 'x' },
    ]);
    assert.deepEqual(
      groups.map(({ message, more }) => [message, more.length]),
      [
        ['x', 0],
        ['use of g: gone', 0],
        ['use of f: open', 1],
      ],
    );
  });
});
