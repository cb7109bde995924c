/** Hangul and other wide characters take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);

/** The text with spaces after it, `width` columns wide at least. */
export const toLeft = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** The text with spaces before it, `width` columns wide at least. */
export const toRight = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** Width of the report in columns. */
export const WIDTH = 92;

/** The title of a section, after an empty line. */
export const heading = (title: string): string => `\n── ${title} ${'─'.repeat(WIDTH - 4 - widthOf(title))}`;

/** A number with a comma after every three digits. */
export const grouped = (count: number): string => count.toString().replace(/\B(?=(\d{3})+$)/g, ',');
