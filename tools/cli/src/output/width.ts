/** Characters that fill two cells of a terminal: Korean, Chinese, Japanese and full-width ones. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NO_CELL = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** The cells of a terminal that a text fills. */
export function widthOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += NO_CELL.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return cells;
}

/** The text with spaces up to a width, before it when `isRight`. */
export function padded(text: string, width: number, isRight = false): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? spaces + text : text + spaces;
}

const ELLIPSIS = '…';

/** The text cut to a width, with an ellipsis where something is missing. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let cells = widthOf(ELLIPSIS);
  for (const character of text) {
    cells += widthOf(character);
    if (cells > width) break;
    kept += character;
  }
  return `${kept}${ELLIPSIS}`;
}
