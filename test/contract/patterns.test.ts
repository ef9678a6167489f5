import assert from 'node:assert/strict';
import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { grammarPatterns } from '../support/grammar-patterns.ts';
import { ALLOWED, patternsByText, readSourcePatterns } from '../support/source-patterns.ts';

/** Patterns that are put together while a module is loaded or a function called; each has its inputs below or a reason. */
const COMPOSED: Readonly<Record<string, string>> = {
  'core/lint/read-ini.ts': 'one character class at the start of a line',
  'core/taskagent/tasks-file.ts': 'measured when the module is loaded',
  'core/tickets/tick-criteria.ts': 'white space at the start of a line stays within it',
  'core/verification/elision-marker.ts': 'measured when the module is loaded',
  'core/evidence/import-runs/known-calls.ts': 'compiled to see that it can be, and run on nothing',
  'core/evidence/invariants/distributions.ts': 'words of imports, with at most one sign between two parts',
  'core/evidence/new-uses/hidden-methods.ts': 'one name, and what stands directly before it',
  'core/evidence/proofs/asked-on-import.ts': 'one name, white space and one sign',
  'core/evidence/spot-checks/claim-forms.ts': 'analysed below',
  'core/evidence/spot-checks/grammar.ts': 'analysed below',
  'core/evidence/spot-checks/longer-forms.ts': 'analysed below',
  'core/evidence/spot-checks/parameter-list.ts': 'analysed below',
  'core/evidence/spot-checks/plain-words.ts': 'analysed below',
  'core/evidence/spot-checks/preamble.ts': 'analysed below',
  'core/evidence/spot-checks/reviewers-forms.ts': 'analysed below',
  'core/evidence/spot-checks/spot-check-patterns.ts':
    'measured when the module is loaded; sentences have a length',
  'core/evidence/spot-checks/usual-forms.ts': 'analysed below',
  'node/lint/installed-version.ts': 'the name of one folder',
  'node/lint/project-managers.ts': 'one line at a time: no white space over line ends',
  'node/tests/parse-counts.ts': 'measured when it is used',
};

describe('patterns that meet text from outside', function () {
  this.timeout(300_000);
  const { patterns, composed } = readSourcePatterns();
  const byText = patternsByText(patterns);

  it('are all known, those that are put together too', () => {
    assert.ok(byText.size > 300, String(byText.size));
    assert.deepEqual(Object.keys(composed).sort(), Object.keys(COMPOSED).sort());
  });

  it('cannot be made to go back over what they have read, by analysis', () => {
    const slow = [...byText].flatMap(([text, { file, source, flags }]) =>
      analyse({ source, flags }).reports.length > 0 && !(text in ALLOWED) ? [`${file}: ${text}`] : [],
    );
    assert.deepEqual(slow, []);
  });

  it('are as quick where the grammar of spot checks puts them together', () => {
    const slow = grammarPatterns().filter(
      ({ source, flags }) => analyse({ source, flags }).reports.length > 0,
    );
    assert.deepEqual(
      slow.map(({ source }) => source),
      [],
    );
  });

  it('try nothing twice where it may stand several times: that doubles the time with each of them', () => {
    const twice: string[] = [];
    const check = (group: AST.Group | AST.CapturingGroup) => {
      const raws = group.alternatives.map(({ raw }) => raw);
      const isRepeated = group.parent.type === 'Quantifier' && group.parent.max > 1;
      if (isRepeated && new Set(raws).size < raws.length) twice.push(group.raw);
    };
    for (const pattern of grammarPatterns())
      visitRegExpAST(parseRegExpLiteral(pattern), { onGroupEnter: check, onCapturingGroupEnter: check });
    assert.deepEqual([...new Set(twice)], []);
  });
});
