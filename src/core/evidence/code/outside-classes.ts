import { OUTSIDE_CLASSES } from './outside-classes-table.ts';

let read: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Whether objects of a class from outside may have something of this name, which an attribute would hide or change. */
export function mayHave(outside: string, name: string): boolean {
  read ??= new Map(OUTSIDE_CLASSES.split('\n').flatMap(readLine));
  const members = read.get(outside.replace(/^typing\.(?!Generic$|Protocol$)/, 'collections.abc.'));
  return members === undefined || members.has(name) || (name.startsWith('_') && members.has('_*'));
}

function readLine(line: string): readonly (readonly [string, ReadonlySet<string>])[] {
  const [names = '', members = ''] = line.split(':');
  const has = new Set(members.split(' '));
  return names.split(' ').map(name => [name, has]);
}
