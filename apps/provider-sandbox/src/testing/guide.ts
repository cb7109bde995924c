/** A block of the guide: commands for a terminal, or what the last commands must have printed, part by part. */
export type Block = Readonly<{ kind: 'sh' | 'json' | 'text'; text: string; line: number }>;

const FENCE = /^```(\w*)$/;

/** The blocks of one section (`## Title`) of a Markdown document, in order. */
export function blocksOf(document: string, section: string): readonly Block[] {
  const lines = document.split('\n');
  const start = lines.indexOf(`## ${section}`);
  if (start < 0) throw new Error(`There is no section "${section}"`);
  const blocks: Block[] = [];
  let open: { kind: Block['kind']; line: number } | undefined;
  for (let at = start + 1; at < lines.length && !(lines[at]?.startsWith('## ') && open === undefined); at += 1) {
    const fence = FENCE.exec(lines[at] ?? '');
    if (fence === null) continue;
    if (open === undefined) open = { kind: kindOf(fence[1], at + 1), line: at + 1 };
    else {
      blocks.push({ ...open, text: lines.slice(open.line, at).join('\n') });
      open = undefined;
    }
  }
  return blocks;
}

function kindOf(word: string | undefined, line: number): Block['kind'] {
  if (word === 'sh' || word === 'json' || word === 'text') return word;
  throw new Error(`Line ${line}: a block of the guide is sh, json or text`);
}

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/** The lines of a block that an output does not contain; spaces do not count. */
export const missingIn = (output: string, { text }: Block): readonly string[] =>
  text.split('\n').filter((line) => !withoutSpaces(output).includes(withoutSpaces(line)));

/** Puts a value where the guide's reader puts the one of their own: `NAME=sample` or `export NAME=sample`. */
export const pasted = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/^((?:export )?([A-Z_]+)=).*$/gm, (whole, start: string, name: string) =>
    values[name] === undefined ? whole : `${start}${values[name]}`,
  );
