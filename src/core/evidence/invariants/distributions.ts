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

/** Of modules that are not called like what is installed, the word that tells. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  cv2: 'opencv',
  fitz: 'pymupdf',
  git: 'gitpython',
  github: 'pygithub',
  jwt: 'pyjwt',
  MySQLdb: 'mysqlclient',
  nacl: 'pynacl',
  OpenSSL: 'pyopenssl',
  PIL: 'pillow',
  rest_framework: 'djangorestframework',
  serial: 'pyserial',
  skimage: 'scikit',
  sklearn: 'scikit',
  socks: 'pysocks',
  usb: 'pyusb',
  win32com: 'pypiwin32',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
};

/** Finds a module by its own name or that of what is installed with it, in whatever letters: `Flask-SQLAlchemy`. */
export function installedAs(tops: Iterable<string>): RegExp {
  const names = [...tops].flatMap(top => [top, ...installedWith(top), OTHER_NAMES[top] ?? top]);
  const written = [...new Set(names)].map(name => name.split('_').join('[-_.]?'));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${written.join('|')})(?![\\p{L}\\p{N}_])`, 'iu');
}
