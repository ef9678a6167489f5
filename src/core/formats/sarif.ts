import type { EvidencePlace } from '../../generated/contracts.ts';
import { version } from '../../generated/version.ts';
import type { Finding, FindingFix, Severity } from '../changes/finding.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Proof } from '../prove/prove.ts';
import { releaseLine } from '../prove/release.ts';
import { countStatements, outcomeLine } from '../prove/summary.ts';
import { placeWords, type Reported, reported } from './reported.ts';
import { ruleText } from './rules.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** Where the schemas say that they are from. */
const HOME = 'https://work-order.dev/';
/** What a viewer takes for the folder that was looked at. */
const ROOT = 'SRCROOT';

const LEVELS: Readonly<Record<Severity, string>> = { blocks: 'error', risk: 'warning', note: 'note' };

/** A proof in the Static Analysis Results Interchange Format 2.1.0, one run with one result for each finding. */
export function sarif(proof: Proof, sha256: Sha256): object {
  const found = reported(proof, sha256);
  const rules = [...new Set(found.map(({ finding }) => finding.rule))].sort();
  const flows = declarations(proof);
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Work Order',
            fullName: `Work Order ${version}`,
            informationUri: HOME,
            semanticVersion: version,
            rules: rules.map(ruleOf),
          },
        },
        automationDetails: { id: 'workorder/prove/' },
        originalUriBaseIds: { [ROOT]: { description: { text: 'The folder that was looked at.' } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notRun(proof),
          },
        ],
        columnKind: 'unicodeCodePoints',
        results: found.map(one => resultOf(one, rules.indexOf(one.finding.rule), proof, flows)),
        properties: {
          outcome: outcomeLine(proof),
          counts: countStatements(proof.statements),
          release: releaseLine(proof.release),
          sha256: proof.verdict.sha256,
        },
      },
    ],
  };
}

function ruleOf(id: string): object {
  const { title, help } = ruleText(id);
  return {
    id,
    name: id
      .split(/[^A-Za-z0-9]+/u)
      .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join(''),
    shortDescription: { text: `${title}.` },
    fullDescription: { text: help },
    help: { text: help, markdown: help },
    defaultConfiguration: { level: 'warning' },
  };
}

function resultOf(
  { finding, fingerprint }: Reported,
  ruleIndex: number,
  proof: Proof,
  flows: ReadonlyMap<string, EvidencePlace>,
): object {
  const { rule, severity, message, place, related = [], fix } = finding;
  const declared = flows.get(keyOf(finding));
  const words = place === undefined ? '' : placeWords(place);
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: `${message}${words}` },
    locations: place === undefined ? wholeChange(proof) : [locationOf(place, proof)],
    ...(related.length === 0
      ? {}
      : { relatedLocations: related.map((one, id) => ({ id: id + 1, ...locationOf(one, proof) })) }),
    ...(declared === undefined || place === undefined
      ? {}
      : { codeFlows: [flow([declared, 'declared here'], [place, message], proof)] }),
    partialFingerprints: { 'workOrderFinding/v1': fingerprint },
    ...(fix === undefined || place === undefined ? {} : { fixes: [fixOf(fix, place.file)] }),
  };
}

/** A viewer shows no result without a file. */
const wholeChange = ({ paths }: Proof): readonly object[] =>
  paths.slice(0, 1).map(({ path }) => ({
    physicalLocation: {
      artifactLocation: { uri: uriOf(path), uriBaseId: ROOT },
      region: { startLine: 1 },
    },
  }));

/** What is gone is shown at the file's beginning: a viewer has only the files after the change. */
function locationOf(place: EvidencePlace, { sourceLines }: Proof): object {
  const source = sourceLines.at(place);
  const isThere = place.side === 'after';
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(place.file), uriBaseId: ROOT },
      region: {
        startLine: isThere ? place.line : 1,
        ...(source === undefined || !isThere ? {} : { snippet: { text: source } }),
      },
    },
  };
}

const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function flow(
  from: readonly [EvidencePlace, string],
  to: readonly [EvidencePlace, string],
  proof: Proof,
): object {
  const locations = [from, to].map(([place, text]) => ({
    location: { ...locationOf(place, proof), message: { text: `${text}${placeWords(place)}` } },
  }));
  return { threadFlows: [{ locations }] };
}

/** Of each broken or doubtful use, where what it uses is declared. */
function declarations({ evidence, verdict }: Proof): ReadonlyMap<string, EvidencePlace> {
  const declared = new Map(evidence.api_changes.map(({ name, place }) => [name, place]));
  const used = new Map(
    evidence.callers.map(({ name, place }) => [`${placeKey(place)}\0${name}`, declared.get(name)]),
  );
  const found = new Map<string, EvidencePlace>();
  for (const finding of verdict.findings) {
    const name = /^use of ([\w.]+):/u.exec(finding.message)?.[1];
    const place = name && finding.place && used.get(`${placeKey(finding.place)}\0${name}`);
    if (place) found.set(keyOf(finding), place);
  }
  return found;
}

const placeKey = ({ file, line, side }: EvidencePlace): string => `${side}\0${file}\0${line}`;
const keyOf = ({ rule, message, place }: Finding): string =>
  [rule, message, place === undefined ? '' : placeKey(place)].join('\0');

function fixOf({ message, edits }: FindingFix, file: string): object {
  return {
    description: { text: message },
    artifactChanges: [
      {
        artifactLocation: { uri: uriOf(file), uriBaseId: ROOT },
        replacements: edits.map(({ content, line, column, endLine, endColumn }) => ({
          deletedRegion: { startLine: line, startColumn: column, endLine, endColumn },
          insertedContent: { text: content },
        })),
      },
    ],
  };
}

/** What was not looked at, so that no result is not taken for none. */
const notRun = ({ verdict }: Proof): readonly object[] =>
  verdict.results
    .filter(one => one.verdict === 'not run' && one.reason !== 'the policy turns it off')
    .map(({ check, reason }) => ({ level: 'note', message: { text: `${check} was not run: ${reason}` } }));
