/** A text of somebody else where one line is shown: a second line would look like one of ours. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim();
