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
  'toolz cytoolz tlz',
  'pywin32 pythoncom pywintypes win32api win32con win32com win32event win32file win32gui win32pipe win32process ' +
    'win32security win32service win32serviceutil winerror _winxptheme servicemanager',
].map(each => each.split(' '));

export const installedWith = (top: string): readonly string[] =>
  TOGETHER.find(group => group.includes(top))?.filter(each => each !== top) ?? [];

/** Of modules of which the name of what is installed does not have the name, the word that tells. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AppKit: 'pyobjc-framework-Cocoa',
  bluetooth: 'pybluez',
  board: 'adafruit-blinka',
  bs4: 'beautifulsoup4',
  bson: 'pymongo',
  busio: 'adafruit-blinka',
  community: 'python-louvain',
  Crypto: 'pycryptodome',
  Cryptodome: 'pycryptodomex',
  cv2: 'opencv',
  digitalio: 'adafruit-blinka',
  django_filters: 'django-filter',
  factory: 'factory-boy',
  fitz: 'pymupdf',
  gi: 'pygobject',
  google: 'protobuf',
  googleapiclient: 'google-api-python-client',
  gridfs: 'pymongo',
  grpc_channelz: 'grpcio-channelz',
  grpc_health: 'grpcio-health-checking',
  grpc_reflection: 'grpcio-reflection',
  grpc_status: 'grpcio-status',
  grpc_tools: 'grpcio-tools',
  imblearn: 'imbalanced-learn',
  jnpr: 'junos-eznc',
  jwt: 'pyjwt',
  memcache: 'python-memcached',
  MySQLdb: 'mysqlclient',
  newspaper: 'newspaper3k',
  nmb: 'pysmb',
  oauth2_provider: 'django-oauth-toolkit',
  OFS: 'zope',
  onelogin: 'saml',
  OpenSSL: 'pyopenssl',
  osgeo: 'gdal',
  past: 'future',
  PIL: 'pillow',
  pl_bolts: 'lightning-bolts',
  playhouse: 'peewee',
  ptr: 'pytest-runner',
  pwn: 'pwntools',
  pyflink: 'apache-flink',
  pysat: 'python-sat',
  pywt: 'pywavelets',
  pyximport: 'cython',
  rediscluster: 'redis-py-cluster',
  rest_framework: 'djangorestframework',
  robot: 'robotframework',
  shapefile: 'pyshp',
  skbio: 'scikit-bio',
  skimage: 'scikit',
  sklearn: 'scikit',
  skopt: 'scikit-optimize',
  sksparse: 'scikit-sparse',
  smb: 'pysmb',
  social_django: 'social-auth-app-django',
  telegram: 'python-telegram-bot',
  uwsgidecorators: 'uwsgi',
  vtkmodules: 'vtk',
  win32com: 'pypiwin32',
};

/** What names of distributions have around that of their module: `python-dateutil`, `PyYAML`, `grpcio`, `dnspython`. */
const BEFORE = '_*(?:(?:python3?|py|django|flask|flake8|lib)[-_.]?)?';
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
