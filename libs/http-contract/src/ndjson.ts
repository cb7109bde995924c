/** The content type of newline-delimited JSON: one JSON text a line. */
export const NDJSON = 'application/x-ndjson';

/** The content type of server-sent events (HTML Living Standard 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** A list as NDJSON. */
export const writeLines = (items: readonly unknown[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** The items of an NDJSON text. Throws SyntaxError for a line that is not JSON, as the last line of a broken answer is. */
export const readLines = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
