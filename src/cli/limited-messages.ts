import { Transform } from 'node:stream';

/** Of one message; the largest file a tool reads or writes is smaller. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Messages of a client, one a line. A longer one is not kept in memory: it is dropped up to its end and `onTooLong`
 * is reported, and the next one is read as usual.
 */
export function limitedMessages(onTooLong: () => void, limit = MAX_MESSAGE_BYTES): Transform {
  let length = 0;
  let kept: Buffer[] = [];
  let isDropping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(LINE_FEED, start);
        const piece = chunk.subarray(start, end === -1 ? chunk.length : end + 1);
        start += piece.length;
        length += piece.length;
        if (length > limit && !isDropping) {
          isDropping = true;
          kept = [];
          onTooLong();
        }
        if (!isDropping) kept.push(piece);
        if (end === -1) continue;
        if (!isDropping) this.push(Buffer.concat(kept));
        [length, kept, isDropping] = [0, [], false];
      }
      done();
    },
  });
}
