/** Modules that are installed together: who has one of them has the others. */
const TOGETHER: readonly (readonly string[])[] = [
  'setuptools pkg_resources _distutils_hack',
  'pytest _pytest',
  'attr attrs',
  'matplotlib pylab mpl_toolkits',
  'yaml _yaml',
  'cffi _cffi_backend',
  'black blackd blib2to3',
  'psycopg2 psycopg2cffi',
  'gi pygtkcompat',
  'markdown_it mdurl',
  'pywin32 pythoncom pywintypes win32api win32con win32com win32event win32file win32gui win32pipe win32process ' +
    'win32security win32service win32serviceutil winerror _winxptheme servicemanager',
].map(each => each.split(' '));

export const installedWith = (top: string): readonly string[] =>
  TOGETHER.find(group => group.includes(top))?.filter(each => each !== top) ?? [];

/** Of modules of which the name of what is installed does not have the name, the word that tells. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  Cryptodome: 'pycryptodomex',
  cv2: 'opencv',
  fitz: 'pymupdf',
  gi: 'pygobject',
  google: 'protobuf',
  googleapiclient: 'google-api-python-client',
  jwt: 'pyjwt',
  MySQLdb: 'mysqlclient',
  OpenSSL: 'pyopenssl',
  PIL: 'pillow',
  playhouse: 'peewee',
  pyximport: 'cython',
  rest_framework: 'djangorestframework',
  skimage: 'scikit',
  sklearn: 'scikit',
  telegram: 'python-telegram-bot',
  tlz: 'toolz',
  uwsgidecorators: 'uwsgi',
  win32com: 'pypiwin32',
};

/** What names of distributions have around that of their module: `python-dateutil`, `PyYAML`, `grpcio`, `dnspython`. */
const BEFORE = '_*(?:(?:python|py|django|flask|flake8|lib)[-_.]?)?';
const BEHIND = '(?:[-_.]?(?:python|py|io|client|lib|sdk))?\\d*';

/**
 * Finds a module by its own name or that of what is installed with it, in whatever letters and with whatever between
 * them: `Flask-SQLAlchemy`, `django-cors-headers`.
 */
export function installedAs(tops: Iterable<string>): RegExp {
  const names = [...tops].flatMap(top => [top, ...installedWith(top), OTHER_NAMES[top] ?? top]);
  const written = [...new Set(names)].map(name => [...name.replace(/[-_]/g, '')].join('[-_.]?'));
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])${BEFORE}(?:${written.join('|')})${BEHIND}(?![\\p{L}\\p{N}_])`,
    'iu',
  );
}
