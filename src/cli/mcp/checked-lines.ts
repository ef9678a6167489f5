import { Transform } from 'node:stream';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { type MessageCheck, readJson, type Untaken } from './check-message.ts';

const LINE_FEED = 0x0a;
const BLANK = 0x20;

/** Passes on the lines whose messages are taken; of every other it is said why. A chunk is whole lines. */
export const checkedLines = (check: MessageCheck, refuse: (untaken: Untaken) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(LINE_FEED, start);
        const line = chunk.subarray(start, end === -1 ? chunk.length : end + 1);
        start += line.length;
        if (line.every(byte => byte <= BLANK)) continue;
        const read = readJson(line);
        const untaken = read === undefined ? NO_JSON : check.refusal(read.value);
        if (untaken === undefined) this.push(line);
        else if (untaken !== 'ignored') refuse(untaken);
      }
      done();
    },
  });

const NO_JSON: Untaken = { code: ErrorCode.ParseError, message: 'the message is not JSON' };
