// Recovers a workspace in a process of its own. Arguments: root, state folder.
import { recover } from '../../../src/node/files/recover.ts';

const [root = '', stateDir = ''] = process.argv.slice(2);
process.stdout.write((await recover({ root, stateDir })).kind);
