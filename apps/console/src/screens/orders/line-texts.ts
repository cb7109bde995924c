/** Lines that a person writes, one under the other; members of a line are separated by semicolons. */
const membersOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(';').map((member) => member.trim()));

/** `L1` for all that is left of a line, `L1 x2` for units, `L1 5000` for won. */
export const CANCELED_TEXT = /^([A-Za-z0-9_-]{1,40}( +(x\d{1,7}|\d{1,16}))?\s*(\n|$))*$/;

export const canceledTyped = (text: string) =>
  membersOf(text).map(([line = '']) => {
    const [lineId = '', much] = line.split(/ +/);
    if (much === undefined) return { lineId };
    return much.startsWith('x') ? { lineId, quantity: Number(much.slice(1)) } : { lineId, amount: Number(much) };
  });

/** `L1; 5000`: what a cancel takes from a line. */
export const TAKEN_TEXT = /^([A-Za-z0-9_-]{1,40}; *\d{1,16}\s*(\n|$))+$/;

export const takenTyped = (text: string) =>
  membersOf(text).map(([lineId = '', amount]) => ({ lineId, amount: Number(amount) }));

/** `L1; seller-1; shoes; 5000`. */
export const ORDERED_TEXT = /^([A-Za-z0-9_-]{1,40}; *[A-Za-z0-9_-]{1,40}; *[^;\n]{1,60}; *\d{1,16}\s*(\n|$))+$/;

export const orderedTyped = (text: string) =>
  membersOf(text).map(([lineId = '', sellerId = '', category = '', amount]) => ({
    lineId,
    sellerId,
    category,
    amount: Number(amount),
    taxFreeAmount: 0,
    discountAmount: 0,
  }));

/** `L1; seller-1; shoes; 60%` or `L1; seller-1; shoes; 12000`. */
export const SPLIT_TEXT =
  /^([A-Za-z0-9_-]{1,32}; *[A-Za-z0-9_-]{1,40}; *[^;\n]{1,60}; *(\d{1,3}(\.\d{1,3})?%|\d{1,16})\s*(\n|$))+$/;

/** Shares are in 1/100,000. */
const OF_PERCENT = 1_000;

export const splitTyped = (text: string) =>
  membersOf(text).map(([lineId = '', sellerId = '', category = '', part = '']) => ({
    lineId,
    sellerId,
    category,
    ...(part.endsWith('%') ? { share: Math.round(Number(part.slice(0, -1)) * OF_PERCENT) } : { amount: Number(part) }),
  }));

/** `seller-1; delivery`. */
export const DELIVERY_TEXT = /^[A-Za-z0-9_-]{1,40}; *[^;\n]{1,60}$/;

export function deliveryTyped(text: string) {
  const [[sellerId = '', category = ''] = []] = membersOf(text);
  return { sellerId, category };
}
