import assert from 'node:assert/strict';
import {
  canonicalPath,
  checkReadPath,
  checkWritePath,
  isLintConfiguration,
  newNameProblem,
} from '../../../src/core/changes/path-policy.ts';

function checkRefused(paths: readonly string[], reason: RegExp): void {
  for (const path of paths) {
    for (const verdict of [checkWritePath(path), checkReadPath(path)]) {
      assert.equal(verdict.kind, 'refused', JSON.stringify(path));
      if (verdict.kind === 'refused') assert.match(verdict.reason, reason, JSON.stringify(path));
    }
  }
}

describe('path policy', () => {
  it('allows ordinary workspace-relative paths and gives them one spelling', () => {
    for (const [given, canonical] of [
      ['nomarr/helpers/files.py', 'nomarr/helpers/files.py'],
      ['./nomarr//helpers/./files.py', 'nomarr/helpers/files.py'],
      ['näme/日本語.py', 'näme/日本語.py'],
      ['a b/c (1).txt', 'a b/c (1).txt'],
      ['.gitignore', '.gitignore'],
      ['github/workflows.py', 'github/workflows.py'],
      ['backup~', 'backup~'],
      ['src/@types/x.d.ts', 'src/@types/x.d.ts'],
    ] as const) {
      assert.deepEqual(checkWritePath(given), { kind: 'ok', path: canonical });
      assert.deepEqual(checkReadPath(given), { kind: 'ok', path: canonical });
      assert.equal(canonicalPath(given), canonical);
    }
  });
  it('refuses what is not relative', () => {
    checkRefused(['/etc/passwd', '//server/share/x', '／etc/passwd'], /not absolute/);
    checkRefused(['C:/x', 'c:x', 'Ｃ：/x'], /without a drive/);
    checkRefused(['\\\\server\\share', 'a\\b', '..\\x', 'a＼b'], /use \//);
  });
  it('refuses every way up', () =>
    checkRefused(
      ['..', '../x', 'a/../../x', 'a/..', './../x', 'a/.. /x', '．．/x', '‥/x', '.\u200B./x'],
      /"\.\."/,
    ));
  it('refuses alternate streams, short names, NUL and control characters', () => {
    checkRefused(['a.py:stream', 'a.py::$DATA', 'ab：c'], /":"/);
    checkRefused(['GIT~1/config', 'PROGRA~2', 'a/x~9.py', 'x～1'], /"~" and a digit/);
    checkRefused(['a\0.py', 'a\n.py', 'a\u007F', 'a\u0085b', '\u001B[2J'], /control character/);
  });
  it('refuses what a tool could take for an option or a response file', () =>
    checkRefused(['-rf', '--config=x', '@args', './-x', '＠args', '\u200B-x'], /"-" or "@"/));
  it('refuses paths and names longer than a file system holds, before anything else is looked at', () => {
    checkRefused(
      ['a/'.repeat(2100), 'x'.repeat(5000), `${'ä/'.repeat(1400)}x`, '.'.repeat(400_000)],
      /longer than 4096/,
    );
    checkRefused(['x'.repeat(256), `a/${'ä'.repeat(128)}/b.py`, `${'日'.repeat(86)}.py`], /longer than 255/);
    for (const path of ['x'.repeat(255), 'ä'.repeat(127), `${'a/'.repeat(2047)}xy`])
      assert.equal(checkWritePath(path).kind, 'ok');
  });
  it('refuses new names that hide something, and lets files that have one be changed', () => {
    for (const path of [
      'a\u202Egpj.py',
      'a\u200B.py',
      'x\u00A0y.py',
      'x/\u2066y\u2069/z.py',
      '\u2800.py',
      'a\u00AD.py',
    ]) {
      assert.match(newNameProblem(path) ?? '', /cannot be seen/, JSON.stringify(path));
      assert.equal(checkWritePath(path).kind, 'ok');
    }
    for (const path of ['a b.py', 'näme/日本語.py', 'שלום.py', 'x (1).txt'])
      assert.equal(newNameProblem(path), undefined);
  });
  it('refuses names of dots and spaces, half surrogates and the empty path', () => {
    checkRefused(['a/.../b', ' /x', 'a/…/b', 'a/. /b'], /dots and spaces/);
    checkRefused(['\uD800.py'], /surrogate/);
    checkRefused([''], /empty/);
  });
  it('never lets anything under .git be read or written, however it is spelled', () =>
    checkRefused(
      [
        '.git',
        '.git/config',
        'sub/.git/hooks/pre-commit',
        '.GIT/config',
        '.Git /config',
        '.git./config',
        '.git . ./config',
        './.git//config',
        '．git/config',
        '.ｇｉｔ/config',
        '.g\u200Cit/config',
        '.gi\u00ADt/config',
        '\uFEFF.git/config',
        '.gıt/config',
        '.gİt/config'.replace('İ', 'I'),
        '.git/../.git/config',
        'a／.git/config',
      ],
      /\.git|"\.\."/,
    ));
  it('writes to files only, and reads folders and the workspace itself too', () => {
    assert.equal(checkWritePath('src/').kind, 'refused');
    assert.equal(checkWritePath('.').kind, 'refused');
    assert.deepEqual(checkReadPath('src/'), { kind: 'ok', path: 'src' });
    assert.deepEqual(checkReadPath('.'), { kind: 'ok', path: '.' });
    assert.deepEqual(checkReadPath('./'), { kind: 'ok', path: '.' });
  });
  it('lets files of the control plane be read', () =>
    assert.deepEqual(checkReadPath('pyproject.toml'), { kind: 'ok', path: 'pyproject.toml' }));
  it('refuses when the check itself fails', () => {
    const notAPath: string = JSON.parse('7');
    assert.equal(checkWritePath(notAPath).kind, 'refused');
    assert.equal(checkReadPath(notAPath).kind, 'refused');
  });
  it('knows which files configure the linters', () => {
    for (const path of ['pyproject.toml', 'a/setup.cfg', 'mypy.ini', '.importlinter', 'RUFF.TOML']) {
      assert.ok(isLintConfiguration(path), path);
    }
    for (const path of ['Makefile', 'a.py', 'conftest.py', '../mypy.ini'])
      assert.ok(!isLintConfiguration(path), path);
  });
});
