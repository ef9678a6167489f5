import { version } from '../../generated/version.ts';
import type { Finding } from '../changes/finding.ts';
import { ruleText } from '../formats/rules.ts';
import type { CampaignState } from './state.ts';

const LEVELS = { blocks: 'error', risk: 'warning', note: 'note' } as const;

/** What was found at all targets as one SARIF 2.1.0 log: a run for each target, so that their files stay apart. */
export function campaignSarif(state: CampaignState): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [...state.targets.values()].flatMap(({ target, result }) => {
      if (result === undefined) return [];
      const rules = [...new Set(result.findings.map(({ rule }) => rule))].sort();
      return [
        {
          tool: {
            driver: {
              name: 'Work Order',
              fullName: `Work Order ${version}`,
              informationUri: 'https://work-order.dev/',
              semanticVersion: version,
              rules: rules.map(id => ({ id, shortDescription: { text: `${ruleText(id).title}.` } })),
            },
          },
          automationDetails: { id: `workorder/campaign/${target.id}/` },
          originalUriBaseIds: {
            SRCROOT: { description: { text: `${target.repository} at ${result.base}` } },
          },
          invocations: [
            {
              executionSuccessful: result.kind !== 'failed',
              toolExecutionNotifications: result.checks
                .filter(({ verdict }) => verdict === 'not run')
                .map(({ check, reason }) => ({
                  level: 'note',
                  message: { text: `${check} was not run: ${reason}` },
                })),
            },
          ],
          columnKind: 'unicodeCodePoints',
          results: result.findings.map(finding =>
            resultOf(finding, rules.indexOf(finding.rule), target.folder),
          ),
          properties: { target: target.id, kind: result.kind },
        },
      ];
    }),
  };
}

const resultOf = (
  { rule, severity, message, place }: Finding,
  ruleIndex: number,
  folder: string | undefined,
) => ({
  ruleId: rule,
  ruleIndex,
  level: LEVELS[severity],
  message: { text: message },
  locations:
    place === undefined
      ? []
      : [
          {
            physicalLocation: {
              artifactLocation: {
                uri: [...(folder === undefined ? [] : folder.split('/')), ...place.file.split('/')]
                  .map(encodeURIComponent)
                  .join('/'),
                uriBaseId: 'SRCROOT',
              },
              region: { startLine: place.side === 'after' ? place.line : 1 },
            },
          },
        ],
});
