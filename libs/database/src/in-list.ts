const WORD = /^[a-z_]+$/;

/** Words of our own as SQL, for `state in ${inList(…)}`. Throws TypeError for anything that is no plain word. */
export function inList(words: readonly string[]): string {
  const other = words.find((word) => !WORD.test(word));
  if (other !== undefined) throw new TypeError(`${JSON.stringify(other)} is a value, not a word of ours: bind it`);
  return `(${words.map((word) => `'${word}'`).join(', ')})`;
}
