import { utf8Text } from './wire.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));
const BLANK = new Set([' ', '\t', '\n', '\r'].map((sign) => sign.charCodeAt(0)));
const [LIST_BEGINS, LIST_ENDS] = [0x5b, 0x5d];

/** What a byte means outside of a text; 0: nothing for the places of items. */
const meaning = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === QUOTE ? 1 : OPENING.has(byte) ? 2 : CLOSING.has(byte) ? 3 : byte === COMMA ? 4 : 0,
);

/** Thrown for bytes that are no JSON list. */
export class NoJsonList extends SyntaxError {
  override name = 'NoJsonList';

  constructor() {
    super('No JSON list');
  }
}

/** Few enough bytes that their objects are dead before the garbage collector would move them. */
const PIECE = 32 * 1_024;

/**
 * The items of a JSON list, in order, as `JSON.parse` reads them, but some at a time: the objects of a long list are not in memory
 * together. Throws NoJsonList for other bytes, at the latest after the last item, with no part of the bytes in it.
 * `pieceBytes`: the bytes that are read together, at least; an item is never divided.
 */
export function* jsonItems(bytes: Uint8Array, pieceBytes = PIECE): Generator<unknown> {
  const first = afterBlanks(bytes, 0);
  if (bytes[first] !== LIST_BEGINS) throw new NoJsonList();
  let begin = first + 1;
  let depth = 1;
  for (let at = begin; at < bytes.length; at += 1) {
    const found = meaning[bytes[at] ?? 0];
    if (found === 0) continue;
    if (found === 1) at = endOfText(bytes, at + 1);
    else if (found === 2) depth += 1;
    else if (found === 3) depth -= 1;
    else if (depth === 1 && at - begin >= pieceBytes) {
      yield* itemsOf(bytes.subarray(begin, at), true);
      begin = at + 1;
    }
    if (depth > 0) continue;
    if (bytes[at] !== LIST_ENDS || afterBlanks(bytes, at + 1) !== bytes.length) throw new NoJsonList();
    yield* itemsOf(bytes.subarray(begin, at), begin > first + 1);
    return;
  }
  throw new NoJsonList();
}

/** The items of a part between two commas of the list, or of a list that has one part. */
function itemsOf(part: Uint8Array, hasItems: boolean): readonly unknown[] {
  let items: unknown;
  try {
    items = JSON.parse(`[${utf8Text(part)}]`);
  } catch {
    // The error of JSON.parse shows the text around its place.
    throw new NoJsonList();
  }
  if (!Array.isArray(items) || (hasItems && items.length === 0)) throw new NoJsonList();
  return items as unknown[];
}

function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && BLANK.has(bytes[at] ?? 0)) at += 1;
  return at;
}

/** The place of the quote that ends the text. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
