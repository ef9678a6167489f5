// A fresh copy of the example project to work on, so that the one in the repository stays as it is.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { python, root } from './places.mjs';
import { run } from './steps.mjs';

const LEFT_BEHIND = /^(\.venv|\.git|__pycache__|\.(mypy|ruff|import_linter|pytest)_cache)$/;
const AUTHOR = ['-c', 'user.name=Work Order', '-c', 'user.email=work-order@localhost'];
const ALONE = ['-c', 'maintenance.auto=false'];

/**
 * Copies examples/shop to a temporary folder: a git repository with one commit, the linters in `.venv`, and the
 * recorded replies beside it. The caller removes it through `dispose`; `reset` makes it as it was.
 * @returns {Promise<{folder: string, replies: string, reset(): Promise<void>, dispose(): void}>} absolute paths
 */
export async function copyExample() {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-')));
  const folder = path.join(parent, 'shop');
  const replies = path.join(parent, 'replies');
  const filter = source => !LEFT_BEHIND.test(path.basename(source));
  fs.cpSync(path.join(root, 'examples/shop'), folder, { recursive: true, filter });
  fs.cpSync(path.join(root, 'examples/replies'), replies, { recursive: true });

  await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder });
  if (fs.existsSync(python.folder)) {
    fs.symlinkSync(python.folder, path.join(folder, '.venv'), 'junction');
    fs.appendFileSync(path.join(folder, '.git/info/exclude'), '.venv\n'); // "/.venv/" would not match a link
  }
  await run('git', ['add', '--all'], { cwd: folder });
  const commit = ['commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message', 'Shop as it was'];
  await run('git', [...ALONE, ...AUTHOR, ...commit], { cwd: folder });

  const reset = async () => {
    await run('git', ['reset', '--hard', '--quiet'], { cwd: folder });
    await run('git', ['clean', '-d', '--force', '--quiet'], { cwd: folder });
  };
  return { folder, replies, reset, dispose: () => fs.rmSync(parent, { recursive: true, force: true }) };
}
