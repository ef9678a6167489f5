/** What the toy tool does; its arguments were checked before. */
export const countWords = async ({ text }: { readonly text: string }) => ({
  words: text.split(/\s+/).filter(Boolean).length,
});
