/** An option of a program that is a whole number; undefined when it was not given. Throws RangeError, as a person can act on it. */
export function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = parseInt(text, 10);
  if (!/^\d{1,7}$/.test(text) || value < min)
    throw new RangeError(`${name} is a whole number from ${min}, not ${text}`);
  return value;
}
