import type { FsPort } from '../../../src/node/files/fs-port.ts';

type Call = (...args: never[]) => unknown;

/** A port that calls `before` with the number (from 1) and name of every call; what `before` throws, the call throws. */
export function wrapFs(
  fs: FsPort,
  before: (call: number, name: keyof FsPort, args: readonly unknown[]) => void,
): FsPort {
  let calls = 0;
  return new Proxy(fs, {
    get(target, property: keyof FsPort) {
      const call: Call = target[property];
      return (...args: never[]) => {
        before(++calls, property, args);
        return call.apply(target, args);
      };
    },
  });
}
