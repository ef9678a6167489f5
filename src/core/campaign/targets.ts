import type { Campaign, CampaignTarget, CampaignTemplate } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { slug } from '../kernel/slug.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';

/** One place of a campaign. */
export interface Target {
  /** Readable and unique in the campaign; fit for a ref and a file name. */
  readonly id: string;
  /** The absolute path of a folder, or the address, without a password. */
  readonly repository: string;
  readonly ref?: string;
  /** From the top of the repository; left out: all of it. */
  readonly folder?: string;
  readonly variables: Readonly<Record<string, string>>;
  /** 1 comes before 2. */
  readonly priority: number;
}

const USUAL_PRIORITY = 10;

/** The targets of an entry, given the folders that were found for its glob. */
export interface FoundEntry {
  readonly entry: CampaignTarget;
  /** The repository as it is used: an absolute path, or an address. */
  readonly repository: string;
  /** Of an entry with `folders`, from the top of the repository. */
  readonly folders?: readonly string[];
}

/** Every target once, in the order of their priority, then of the file; the error names what is there twice. */
export function targetsOf(
  campaign: Campaign,
  found: readonly FoundEntry[],
  sha256: Sha256,
): Result<readonly Target[]> {
  const targets = new Map<string, Target>();
  for (const { entry, repository, folders } of found) {
    for (const folder of folders ?? [undefined]) {
      const { ref, priority = USUAL_PRIORITY } = entry;
      const place = {
        repository,
        ...(ref === undefined ? {} : { ref }),
        ...(folder === undefined ? {} : { folder }),
      };
      const id = idOf(place, sha256);
      if (targets.has(id))
        return fail(
          `${repository}${folder === undefined ? '' : ` (${folder})`} is listed twice; name each target once`,
        );
      const variables = {
        ...campaign.variables,
        ...entry.variables,
        repository,
        ref: ref ?? '',
        folder: folder ?? '.',
        target: id,
      };
      targets.set(id, { id, ...place, variables, priority });
    }
  }
  return ok([...targets.values()].sort((a, b) => a.priority - b.priority));
}

type Place = Pick<Target, 'repository' | 'ref' | 'folder'>;

function idOf(place: Place, sha256: Sha256): string {
  const { repository, ref = '', folder = '' } = place;
  const last = repository.split(/[/:\\]/).findLast(part => part !== '') ?? '';
  const name = slug([last.replace(/\.git$/, ''), folder].join('-')) || 'target';
  return `${name}-${sha256(encodeUtf8(`${repository}\0${ref}\0${folder}`)).slice(0, 8)}`;
}

/** A template with the variables of one target in it; the error names a variable that has no value there. */
export function fillFor(template: CampaignTemplate, { id, variables }: Target): Result<CampaignTemplate> {
  const missing = new Set<string>();
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(/\{\{[ \t]*(\w+)[ \t]*\}\}/g, (whole, name: string) => {
        if (Object.hasOwn(variables, name)) return variables[name] ?? '';
        missing.add(name);
        return whole;
      });
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
  };
  const filled = fill(template) as CampaignTemplate;
  const [name] = missing;
  return name === undefined
    ? ok(filled)
    : fail(`the template uses {{${name}}}, which has no value at ${id}: set it in variables`);
}
