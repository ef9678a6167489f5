import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const FOLDERS = 80;

/** A git repository with so many Python files that import each other; all of it is staged. */
export function writeLargeWorkspace(workspace: string, files: number): void {
  for (let i = 0; i < files; i++) {
    const [j, k] = [(i * 7 + 3) % files, (i * 13 + 5) % files];
    const lines = [
      `from pkg${j % FOLDERS}.mod${j} import fn_${j}`,
      `import pkg${k % FOLDERS}.mod${k}`,
      ...Array.from({ length: 6 }, (_, n) => functionText(n === 0 ? `fn_${i}` : `fn_${i}_${n}`, `fn_${j}`)),
      `class Box${i}:\n    size: int = ${i}\n\n    def area(self) -> int:\n        return self.size * ${i}\n`,
    ];
    const file = path.join(workspace, `pkg${i % FOLDERS}`, `mod${i}.py`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(path.join(path.dirname(file), '__init__.py'), '');
    fs.writeFileSync(file, lines.join('\n\n'));
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
}

const functionText = (name: string, called: string) =>
  `def ${name}(value: int, scale: float = 1.5) -> float:\n    total = value * scale\n    for step in range(3):\n        total += step\n    return total + ${called}(value)\n`;
