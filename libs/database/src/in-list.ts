const WORD = /^([a-z_]+|[A-Z_]+)$/;

/**
 * Words as an SQL list, for `state in ${inList(…)}`. Throws TypeError when a word is not made of plain letters of one case and underscores.
 */
export function inList(words: readonly string[]): string {
  const other = words.find((word) => !WORD.test(word));
  if (other !== undefined) throw new TypeError(`${JSON.stringify(other)} is a value, not a word of ours: bind it`);
  return `(${words.map((word) => `'${word}'`).join(', ')})`;
}
