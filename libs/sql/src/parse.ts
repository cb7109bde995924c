/**
 * Parts of SQL in which a colon is not a placeholder: strings (with backslashes after E), quoted names, comments, dollar
 * quotes, casts. After a word, a bracket or a quote, a colon belongs to an array slice.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<![\w$])[eE]'(?:[^'\\]|''|\\.)*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`--[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`(?<![\w$])\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$`,
    '::',
    String.raw`(?<![\w$])\$(?<position>\d+)`,
    String.raw`(?<![\w\])"']):(?<name>[A-Za-z_]\w*)(?:\.(?<part>\w+))?`,
  ].join('|'),
  'g',
);

export type Placeholder = Readonly<{ name: string; part: string | undefined }>;

/** Replaces each placeholder of a text. Throws for `$1`: a text uses either names or positions. */
export function replacePlaceholders(text: string, replace: (placeholder: Placeholder) => string): string {
  let result = '';
  let from = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKEN)) {
    if (groups.position !== undefined) throw new Error(`${token} stands in a statement with named parameters`);
    if (groups.name === undefined) continue;
    result += text.slice(from, index) + replace({ name: groups.name, part: groups.part });
    from = index + token.length;
  }
  return result + text.slice(from);
}
