/** A whole-number option of a program; undefined: not given. Throws RangeError with a message that a person can act on. */
export function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = parseInt(text, 10);
  if (!/^\d{1,7}$/.test(text) || value < min)
    throw new RangeError(`${name} is a whole number from ${min}, not ${text}`);
  return value;
}
