/** A text that is HTML already and is not escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | bigint | undefined | null | false | readonly Html[];

/** HTML from a template: every inserted value is escaped, unless it is Html itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => `${text}${index < parts.length ? textOf(parts[index]) : ''}`).join(''));
}

function textOf(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escape(String(part));
}

const escape = (text: string): string => text.replace(/[&<>"'`=]/g, (character) => `&#${character.charCodeAt(0)};`);
