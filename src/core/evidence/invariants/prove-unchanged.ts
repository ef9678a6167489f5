import type { EvidencePlace } from '../../../generated/contracts.ts';
import { onlyDescribes } from '../code/packaging-settings.ts';
import { placeOfFile } from '../code/places.ts';
import { findDataReader } from '../proofs/data-files.ts';
import { TYPE_COMMENT } from '../proofs/module-shape.ts';
import { type Facts, type Pause, undecided, undecidedBy, unreadablePlaces, type Verdict } from './facts.ts';
import { unknownOutsideImports } from './outside-imports.ts';
import { mayNotCompile } from './syntax-check.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

/** How a check ends; each violation names its place. */
export const proved = (reason: string): Verdict => ({ verdict: 'proved', reason, places: [] });

export function provedIfReadable(facts: Facts, reason: string): Verdict {
  const places = unreadablePlaces(facts);
  if (places.length === 0) return proved(reason);
  return undecided(`${places.map(({ file }) => file).join(', ')} cannot be read`, places);
}

/** The same of what is only there where Python compiles the files. */
export const provedIfCompiled = (facts: Facts, reason: string): Verdict =>
  mayNotCompile(facts) ?? provedIfReadable(facts, reason);

/** Each of the files is one violation. */
export function violatedByFiles(
  facts: Facts,
  files: readonly { readonly path: string; readonly after: Uint8Array | undefined }[],
  what: string,
): Verdict {
  const witnesses = files.map(
    (file): Witness => ({ reason: `${file.path} ${what}`, place: placeOfFile(file) }),
  );
  return hasWitness(witnesses) ? violated(facts, witnesses) : undecided('no file is named', []);
}

/**
 * Proved where nothing of the kind differs outside of the bodies of functions, and nothing that newly runs on import may
 * fail, in the files that count; or where no behavior differs.
 */
export async function provedBySameShape(
  facts: Facts,
  pause: Pause,
  reason: string,
  matters: (change: Facts['shape'][number]) => boolean,
  shape: Facts['shape'] = facts.shape,
  counts: (place: EvidencePlace) => boolean = () => true,
): Promise<Verdict> {
  const isTyped = shape.some(each => each.name === TYPE_COMMENT && matters(each));
  if (facts.behavior.kind === 'proved' && !isTyped) return proved(reason);
  const open = shape.filter(matters);
  const compiled = compiledFiles(facts);
  if (compiled !== undefined) return compiled;
  const reader = await findDataReader(facts.files, facts.versions);
  if (reader !== undefined) return undecided(reader.reason, [reader.place]);
  const [first] = open;
  const lost = facts.brokenImports.filter(({ place, isAlwaysRun }) => isAlwaysRun && counts(place));
  if (first === undefined && lost.length > 0)
    return undecided(
      lost.map(({ text, reason: why }) => `"${text}" may fail: ${why}`).join('; '),
      lost.map(({ place }) => place),
    );
  if (first === undefined)
    return (
      undecidedBy(unknownOutsideImports(facts).filter(({ place }) => counts(place))) ??
      undecidedBy((await facts.mayFailOnImport(pause)).filter(({ place }) => counts(place))) ??
      provedIfCompiled(facts, reason)
    );
  return undecided(
    `${first.reason}, and what that means for others is not known`,
    open.slice(0, 5).map(({ place }) => place),
  );
}

/** What is bound as before takes no name away. */
export const takesNames = ({ change, keepsName, name }: Facts['shape'][number]): boolean =>
  name !== TYPE_COMMENT && !(keepsName === true && change === 'changed');

/** Modules that are not written in Python, and what says which modules are installed. */
const COMPILED =
  /\.(?:pyx|pxd|pxi|so|pyd|dll|dylib|c|cc|cpp|cxx|h|hpp|rs|f|f90|pth)$|(?:^|\/)(?:pyproject\.toml|pytest\.ini|tox\.ini|setup\.cfg|setup\.py|MANIFEST\.in)$/;

function compiledFiles(facts: Facts): Verdict | undefined {
  const found = facts.files.filter(each => COMPILED.test(each.path) && !onlyDescribes(each));
  if (found.length === 0) return undefined;
  return undecided(
    `${found.map(({ path }) => path).join(', ')} may decide what can be imported`,
    found.map(placeOfFile),
  );
}
