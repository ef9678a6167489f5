// Loaded with --import before a program: kills it at one of its calls that change the disk. WORKORDER_KILL_AT is the
// call's number from 1, WORKORDER_KILL_HOW whether the call is not made, made, or half made (writes only). Without a
// number it writes how many calls there were to the file WORKORDER_KILL_COUNT names.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env['WORKORDER_KILL_AT'] ?? 0);
const how = process.env['WORKORDER_KILL_HOW'] ?? 'before';
const countFile = process.env['WORKORDER_KILL_COUNT'];

type Call = (this: unknown, ...args: unknown[]) => unknown;
const writeFileSync = fs.writeFileSync;
const realWriteSync = fs.writeSync;
const names: string[] = [];

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
  // The signal needs an instant; nothing more may happen in it.
  for (;;);
};

function counted(name: string, call: Call, isChange: (args: readonly unknown[]) => boolean): Call {
  return function (this: unknown, ...args) {
    if (!isChange(args)) return call.apply(this, args);
    names.push(name);
    const isIt = names.length === at;
    if (isIt && how === 'before') die();
    if (isIt && how === 'torn') {
      const [fd, bytes] = args;
      if (typeof fd === 'number' && bytes instanceof Uint8Array) {
        realWriteSync(fd, bytes.subarray(0, Math.floor(bytes.length / 2)));
      }
      die();
    }
    const result = call.apply(this, args);
    if (isIt && how === 'after') {
      if (result instanceof Promise) return result.finally(die);
      die();
    }
    return result;
  };
}

const always = () => true;
const isCreating = ([, flags]: readonly unknown[]) => typeof flags === 'string' && /[wax+]/.test(flags);

function patch(
  holder: object,
  names_: readonly string[],
  isChange: (args: readonly unknown[]) => boolean,
): void {
  for (const name of names_) {
    const call: unknown = Object.getOwnPropertyDescriptor(holder, name)?.value;
    if (typeof call !== 'function') continue;
    const wrapped = counted(name, (...args) => Reflect.apply(call, holder, args), isChange);
    Object.defineProperty(holder, name, { value: wrapped, writable: true, configurable: true });
  }
}

patch(fs, ['openSync'], isCreating);
patch(fs, ['writeSync'], ([fd]) => typeof fd === 'number' && fd > 2);
patch(fs, ['linkSync', 'renameSync', 'unlinkSync', 'mkdirSync', 'rmdirSync'], always);
patch(fs, ['fchmodSync', 'fchownSync', 'fsync'], always);
patch(fs.promises, ['writeFile', 'rename', 'mkdir', 'rm', 'truncate', 'open'], always);
syncBuiltinESMExports();

process.on('exit', () => {
  if (countFile !== undefined) writeFileSync(countFile, JSON.stringify(names));
});
