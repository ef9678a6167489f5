import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const PHRASES = ['no new imports', 'no new dependencies'];
const verdicts = async (path: string, before: string, after: string): Promise<readonly string[]> => {
  const { invariants } = await evidenceOf({
    before: { [path]: before },
    after: { [path]: after },
    invariants: PHRASES,
  });
  return invariants.map(({ verdict }) => verdict);
};

/** The statement before and after, in a file that imports the package already. */
const CHOOSING: readonly (readonly [string, string])[] = [
  ['matplotlib.use("Agg")', 'matplotlib.use("Qt5Agg")'],
  ['joblib.parallel_backend("loky")', 'joblib.parallel_backend("dask")'],
  ['pd.read_csv(p)', 'pd.read_excel(p)'],
  ['frame.to_csv(p)', 'frame.to_parquet(p)'],
  ['create_engine("sqlite://")', 'create_engine("mysql://h")'],
  ['fsspec.open("a")', 'fsspec.open("s3://a")'],
  ['httpx.Client()', 'httpx.Client(http2=True)'],
  ['httpx.Client()', 'httpx.Client(proxy="socks5://h")'],
  ['uvicorn.run("a")', 'uvicorn.run("a", loop="uvloop")'],
  ['x = 1', 'os.environ["KERAS_BACKEND"] = "torch"'],
  ['x = 1', 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")'],
  ['pickle.loads(b"N.")', 'pickle.loads(b"crequests\\nget\\n.")'],
  ['x = data', 'x = pickle.loads(data)'],
  ['yaml.safe_load(t)', 'yaml.unsafe_load(t)'],
  ['b.decode("utf-8")', 'b.decode("idna")'],
  ['open(p, encoding="latin-1")', 'open(p, encoding="other")'],
  ['x = 1', 'site.addsitedir("vendor")'],
  ['x = 1', 'sys.path.insert(0, "vendor")'],
  ['COMMANDS = {"get": "shop.cli:run"}', 'COMMANDS = {"get": "requests:get"}'],
  ['HANDLER = "logging.StreamHandler"', 'HANDLER = "rich.logging.RichHandler"'],
];
const USUAL: readonly (readonly [string, string])[] = [
  ['get("https://a.example")', 'get("https://b.example")'],
  ['b.decode("utf-8")', 'b.decode("ascii")'],
  ['os.environ.get("A")', 'os.environ.get("B")'],
  ['x = os.path.join(a, b)', 'x = os.path.join(a, c)'],
  ['t = "12:30"', 't = "12:45 o\'clock"'],
  ['x = use("a")', 'x = use("a") + 1'],
];
/** A file of settings, and what a line of it becomes. */
const SETTINGS: readonly (readonly [string, string, string])[] = [
  ['pytest.ini', '[pytest]\naddopts =\n', '[pytest]\naddopts = -p xdist\n'],
  ['log.yaml', 'class: logging.StreamHandler\n', 'class: rich.logging.RichHandler\n'],
  ['alembic.ini', 'url = sqlite://\n', 'url = postgresql+asyncpg://h\n'],
  ['.env', 'URL=sqlite://\n', 'URL=mysql://h\n'],
  ['config.json', '{"backend": "json"}\n', '{"backend": "orjson"}\n'],
  ['pyproject.toml', '[project.scripts]\na = "a:b"\n', '[project.scripts]\na = "requests:get"\n'],
  ['page.html', '{% load static %}\n', '{% load crispy_forms_tags %}\n'],
];

describe('what chooses a package that another one imports [001-063]', () => {
  for (const [before, after] of CHOOSING)
    it(`leaves both phrases open: ${after}`, async () =>
      assert.deepEqual(await verdicts('a.py', `import p\n${before}\n`, `import p\n${after}\n`), [
        'not_checkable',
        'not_checkable',
      ]));
  for (const [before, after] of USUAL)
    it(`is nothing that is said every day: ${after}`, async () =>
      assert.deepEqual(await verdicts('a.py', `import p\n${before}\n`, `import p\n${after}\n`), [
        'proved',
        'proved',
      ]));
  for (const [path, before, after] of SETTINGS)
    it(`leaves both open in settings: ${path}`, async () =>
      assert.deepEqual(await verdicts(path, before, after), ['not_checkable', 'not_checkable']));
  it('is not what other settings say', async () => {
    assert.deepEqual((await verdicts('a.yaml', 'size: 1\n', 'size: 2\n'))[0], 'proved');
    assert.deepEqual((await verdicts('a.toml', 'a = "1.2.3"\n', 'a = "1.2.4"\n'))[0], 'proved');
  });
});
