import assert from 'node:assert/strict';
import { githubAnnotations } from '../../../src/core/formats/github.ts';
import { gitlabCodeQuality } from '../../../src/core/formats/gitlab.ts';
import { junit } from '../../../src/core/formats/junit.ts';
import { COMMENT_MARK, proofMarkdown } from '../../../src/core/formats/markdown.ts';
import { proofJson } from '../../../src/core/formats/proof-json.ts';
import { ruleText } from '../../../src/core/formats/rules.ts';
import { sarif } from '../../../src/core/formats/sarif.ts';
import type { LintDiagnostic, SimulatedLinter } from '../../../src/core/ports/linter.ts';
import type { Proof } from '../../../src/core/prove/prove.ts';
import { validateProof } from '../../../src/generated/answer-validators.cjs';
import { isSarif } from '../../support/histories/sarif-schema.ts';
import { sha256Of } from '../../support/memory-files.ts';
import { proveInMemory } from '../../support/prove-in-memory.ts';

const HELPERS = 'def get_file(path, mode):\n    return open(path, mode)\n';
const MAIN = 'from helpers import get_file\n\n\ndef main():\n    return get_file("a", "r")\n';

/** A file name that means something in each of the formats. */
const HOSTILE = 'a %0A::error::x,b:<b>]](x)&"\u0007.py';
const FIX = { content: '', line: 1, column: 1, endLine: 2, endColumn: 1 };

const linter: SimulatedLinter = {
  async lintSimulated(_args, { files }) {
    const isAfter = files.some(({ before, after }) => before !== after);
    const problem: LintDiagnostic = {
      tool: 'ruff',
      code: 'F401',
      description: '',
      file: 'helpers.py',
      line: 1,
      message: '`os` imported but unused',
      severity: 'error',
      fix: { message: 'Remove it', applicability: 'safe', edits: [FIX] },
    };
    const report = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: !isAfter, files_checked: 1 } };
    return { kind: 'report', report, tools: [], notes: [], diagnostics: isAfter ? [problem] : [] };
  },
};

const PROOFS: Readonly<Record<string, () => Promise<Proof>>> = {
  nothing: () => proveInMemory({ before: {}, after: {} }),
  'a broken caller': () =>
    proveInMemory({
      before: { 'helpers.py': HELPERS, 'main.py': MAIN },
      after: { 'helpers.py': HELPERS.replaceAll(', mode)', ')') },
      simulatedLinter: linter,
    }),
  'a refuted message': () =>
    proveInMemory({
      before: { 'helpers.py': HELPERS },
      after: { 'helpers.py': undefined },
      message: 'Invariant: no public names removed',
    }),
  'hostile text': () =>
    proveInMemory({
      before: { [HOSTILE]: 'x = 1\n' },
      after: { [HOSTILE]: 'x = <b>::error::&"\u0007 (\n' },
      message: 'Invariant: ::error::x\u0007 <b> | `x` ](y)',
    }),
};

describe('a proof in the formats of other tools', () => {
  for (const [name, make] of Object.entries(PROOFS)) {
    it(`is valid JSON, SARIF, XML and Markdown: ${name}`, async () => {
      const proof = await make();
      assert.ok(
        validateProof(JSON.parse(JSON.stringify(proofJson(proof)))),
        JSON.stringify(validateProof.errors),
      );
      const log = JSON.parse(JSON.stringify(sarif(proof, sha256Of)));
      assert.ok(isSarif(log), JSON.stringify(isSarif.errors));
      for (const line of githubAnnotations(proof).trimEnd().split('\n'))
        assert.match(line, /^::(?:error|warning|notice) [^\r\n]*$/);
      const xml = junit(proof);
      assert.equal(xml.includes('\u0007'), false);
      assert.deepEqual(unclosedTags(xml), []);
      assert.ok(proofMarkdown(proof).startsWith(COMMENT_MARK));
    });
  }

  it('SARIF: has rules with help, the line, a code flow from the declaration, a fix and a lasting fingerprint', async () => {
    const log = sarifOf(await PROOFS['a broken caller']?.());
    const results = log.runs[0]?.results ?? [];
    const rules = log.runs[0]?.tool.driver.rules ?? [];
    assert.match(log.runs[0]?.tool.driver.informationUri ?? '', /^https:/);
    const use = results.find(({ ruleId }) => ruleId === 'evidence/broken-use');
    assert.equal(use?.locations[0]?.physicalLocation.region.snippet?.text, '    return get_file("a", "r")');
    const flow = use?.codeFlows?.[0]?.threadFlows[0]?.locations.map(
      one => one.location.physicalLocation.artifactLocation.uri,
    );
    assert.deepEqual(flow, ['helpers.py', 'main.py']);
    assert.equal(rules[use?.ruleIndex ?? -1]?.id, 'evidence/broken-use');
    const lint = results.find(({ ruleId }) => ruleId === 'lint/ruff:F401');
    assert.deepEqual(lint?.fixes?.[0]?.artifactChanges[0]?.replacements[0]?.deletedRegion, {
      startLine: 1,
      startColumn: 1,
      endLine: 2,
      endColumn: 1,
    });
    // Lines above move the place and leave the fingerprint.
    const moved = sarifOf(
      await proveInMemory({
        before: { 'helpers.py': HELPERS, 'main.py': `# c\n${MAIN}` },
        after: { 'helpers.py': HELPERS.replaceAll(', mode)', ')') },
      }),
    );
    const again = moved.runs[0]?.results.find(({ ruleId }) => ruleId === 'evidence/broken-use');
    assert.equal(again?.locations[0]?.physicalLocation.region.startLine, 6);
    assert.deepEqual(again?.partialFingerprints, use?.partialFingerprints);
  });

  it('SARIF: writes paths as addresses, and what is not looked at as a notification', async () => {
    const log = sarifOf(await PROOFS['hostile text']?.());
    const uris = log.runs[0]?.results.flatMap(one =>
      one.locations.map(at => at.physicalLocation.artifactLocation.uri),
    );
    assert.ok(uris?.includes(encodeURIComponent(HOSTILE)));
    assert.match(JSON.stringify(log.runs[0]?.invocations), /lint was not run/);
  });

  it('GitHub: one annotation for each sentence, with the place, and nothing that ends the command', async () => {
    const proof = await PROOFS['a broken caller']?.();
    const lines = githubAnnotations(proof as Proof)
      .trimEnd()
      .split('\n');
    assert.match(
      lines[0] ?? '',
      /^::warning file=main\.py,line=5,title=A use that cannot work any more::use of /,
    );
    assert.match(
      lines.at(-1) ?? '',
      /^::notice title=workorder prove::No check that the policy requires fails/,
    );
    const hostile = githubAnnotations((await PROOFS['hostile text']?.()) as Proof);
    assert.match(hostile, /^::error file=a %250A%3A%3Aerror%3A%3Ax%2Cb%3A/m);
  });

  it('GitLab: each finding with a place, a severity that it knows and a fingerprint of its own', async () => {
    const proof = (await PROOFS['a broken caller']?.()) as Proof;
    const report = gitlabCodeQuality(proof, sha256Of) as readonly {
      severity: string;
      fingerprint: string;
      location: object;
    }[];
    assert.equal(new Set(report.map(({ fingerprint }) => fingerprint)).size, report.length);
    assert.deepEqual(
      report.map(({ severity }) => severity),
      ['major', 'minor', 'major'],
    );
    assert.deepEqual(report[0]?.location, { path: 'main.py', lines: { begin: 5 } });
  });

  it('JUnit: fails for what the policy requires, and passes nothing that was not decided', async () => {
    const blocked = junit((await PROOFS['a refuted message']?.()) as Proof);
    assert.match(blocked, /name="invariants" time="[\d.]+">\n {6}<failure message=/);
    assert.match(
      blocked,
      /name="no public names removed \(commit 1\)" time="0.000">\n {6}<failure message="refuted/,
    );
    const shown = junit((await PROOFS['a broken caller']?.()) as Proof);
    assert.match(shown, /failures="0"/);
    assert.match(
      shown,
      /name="evidence" time="[\d.]+">\n {6}<skipped message="advisory: use of helpers\.get_file/,
    );
    assert.match(shown, /name="no behavior changes" time="0.000">\n {6}<skipped message="not checkable/);
  });

  it('Markdown: counts, the most important places, the public names, and text that stays text', async () => {
    const text = proofMarkdown((await PROOFS['a broken caller']?.()) as Proof);
    assert.match(text, /^\| proved \| confirmed \| tested \| not checkable \| refuted \|$/m);
    assert.match(
      text,
      /^\| major \| helpers\.get_file \| def get_file\(path, mode\) \| def get_file\(path\) \|/m,
    );
    assert.match(text, /```python\n {4}return get_file\("a", "r"\)\n```/);
    const hostile = proofMarkdown((await PROOFS['hostile text']?.()) as Proof);
    assert.equal(hostile.includes('<b>'.repeat(1)) && !hostile.includes('\\<b>'), false);
    assert.equal(/(?<!\\)\]\(/.test(hostile.replaceAll(/```[\s\S]*?```/g, '')), false);
  });

  it('has a text for each rule that a check can find', () => {
    for (const rule of ['syntax/unreadable', 'evidence/broken-use', 'lint/ruff:F401', 'qa/not-run'])
      assert.notEqual(ruleText(rule).title, rule);
  });
});

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number; readonly snippet?: { readonly text: string } };
  };
}

interface Log {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly informationUri: string;
        readonly rules: readonly { readonly id: string }[];
      };
    };
    readonly invocations: readonly object[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly locations: readonly Location[];
      readonly partialFingerprints: object;
      readonly codeFlows?: readonly {
        readonly threadFlows: readonly { readonly locations: readonly { readonly location: Location }[] }[];
      }[];
      readonly fixes?: readonly {
        readonly artifactChanges: readonly {
          readonly replacements: readonly { readonly deletedRegion: object }[];
        }[];
      }[];
    }[];
  }[];
}

const sarifOf = (proof: Proof | undefined): Log => sarif(proof as Proof, sha256Of) as Log;

function unclosedTags(xml: string): readonly string[] {
  const open: string[] = [];
  for (const [tag, name = ''] of xml.matchAll(/<([\w/?]+)[^>]*>/g)) {
    if (tag.startsWith('</')) {
      if (open.pop() !== name.slice(1)) return [tag];
    } else if (!tag.endsWith('/>') && !tag.startsWith('<?')) open.push(name);
  }
  return open;
}
