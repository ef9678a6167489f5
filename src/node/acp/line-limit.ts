const LINE_FEED = 0x0a;

/** Whether every line of what is sent, piece by piece, has at most so many bytes. */
export function lineLimit(most: number): (bytes: Uint8Array) => boolean {
  let length = 0;
  return bytes => {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(LINE_FEED, start);
      const next = end === -1 ? bytes.length : end + 1;
      length += next - start;
      if (length > most) return false;
      if (end !== -1) length = 0;
      start = next;
    }
    return true;
  };
}
