// npm runs this when it installs from a git address (pre-commit does): what is in dist is built, as git does not have it.
// In a checkout that is built already, or without what building needs, there is nothing to do.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const isThere = file => fs.existsSync(path.join(root, file));

if (!isThere('dist/cli.js') && isThere('node_modules/esbuild')) await import('./build.mjs');
