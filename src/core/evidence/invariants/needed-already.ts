import { decodeUtf8 } from '../../kernel/utf8.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import type { Witness } from './witness.ts';

/** What is imported for the first time may be installed with the project already: something that is no Python names it. */
export async function alreadyNeeded(
  { files, versions }: Facts,
  added: readonly Witness[],
): Promise<Verdict | undefined> {
  const names = new Set(added.flatMap(({ after = '' }) => distributionsOf(after)));
  const found =
    (await versions.otherTexts?.find(names, 'all')) ?? (await findHyphenated(versions, [...names]));
  if (found === undefined) return undefined;
  // What the change itself makes a need of was none before.
  const change = files.find(({ path }) => path === found.place.file);
  if (
    change !== undefined &&
    !((change.before && decodeUtf8(change.before)) ?? '').split(/\W+/).some(each => names.has(each))
  )
    return undefined;
  return undecided(`${found.reason}: it may be installed with the project already`, [found.place]);
}

/** `pytest-mock` has `pytest_mock`: both of its words stand in one file. */
async function findHyphenated({ otherTexts }: Facts['versions'], names: readonly string[]) {
  for (const name of names) {
    const parts = name.split('_').filter(each => each !== '');
    if (parts.length < 2) continue;
    const found = await Promise.all(parts.map(each => otherTexts?.find(new Set([each]), 'all')));
    const [first] = found;
    if (first !== undefined && found.every(each => each?.place.file === first.place.file)) return first;
  }
  return undefined;
}

/** Names of distributions that have this module, as they are mostly written. */
function distributionsOf(statement: string): readonly string[] {
  const name = /^(?:from|import)\s+(\w+)/.exec(statement)?.[1] ?? '';
  const other = DISTRIBUTIONS[name];
  return [name, name.toLowerCase(), `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, other ?? name];
}

/** Of modules that are not called like it, the word that tells. */
const DISTRIBUTIONS: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  cv2: 'opencv',
  Crypto: 'pycryptodome',
  fitz: 'PyMuPDF',
  git: 'GitPython',
  github: 'PyGithub',
  jwt: 'PyJWT',
  MySQLdb: 'mysqlclient',
  OpenSSL: 'pyOpenSSL',
  PIL: 'Pillow',
  serial: 'pyserial',
  skimage: 'scikit',
  sklearn: 'scikit',
  sqlalchemy: 'SQLAlchemy',
  yaml: 'PyYAML',
  zmq: 'pyzmq',
};
