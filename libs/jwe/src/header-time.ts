const SEOUL_OFFSET_MS = 9 * 3_600_000;
// The provider's answers have nine fraction digits; its clients send any number from none to nine.
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-](0\d|1[0-8]):[0-5]\d)$/;

/** The provider's form of `iat`: `yyyy-MM-dd'T'HH:mm:ss+09:00`, without a fraction. */
export function headerTime(instant: Date): string {
  return `${new Date(instant.getTime() + SEOUL_OFFSET_MS).toISOString().slice(0, 19)}+09:00`;
}

/** Whether the text is a valid instant: 0 to 9 fraction digits, with an offset. */
export function isHeaderTime(text: string): boolean {
  const clock = TIME.exec(text)?.[1];
  if (clock === undefined) return false;
  const instant = new Date(`${clock}Z`);
  // Date.parse reads 30 February and 24:00 as the next day: a valid date prints as the same text.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 19) === clock;
}
