import { lineSchema, Refusal, type Endpoint } from '@jeongsan/http-contract';
import { invalidRequest, isUnstorable, UNSTORABLE } from './invalid-request.js';

/** One line of an NDJSON request, with its number from 1: its value, or the refusal of this line. */
export type NdjsonLine<T> = Readonly<{ line: number } & ({ value: T } | { refusal: Refusal })>;

const NEWLINE = 0x0a;

/**
 * The lines of an NDJSON body; empty lines are left out but counted. Lines are read as they are asked for: a handler that asks
 * for some at a time leaves the thread free in between. Throws TOO_MANY_LINES before the first line.
 */
export function linesOf(e: Endpoint, body: unknown): Iterable<NdjsonLine<unknown>> {
  if (!Buffer.isBuffer(body)) throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/x-ndjson');
  const linesMax = e.linesMax ?? Number.POSITIVE_INFINITY;
  if (countLines(body) > linesMax) {
    throw new Refusal(413, 'TOO_MANY_LINES', `The request has more than ${linesMax} lines: nothing of it was taken`);
  }
  return readLines(e, body);
}

function countLines(body: Buffer): number {
  let count = 0;
  for (const text of linesIn(body)) if (text.length > 0) count += 1;
  return count;
}

function* readLines(e: Endpoint, body: Buffer): Generator<NdjsonLine<unknown>> {
  const schema = lineSchema(e);
  let line = 0;
  for (const bytes of linesIn(body)) {
    line += 1;
    const text = bytes.toString('utf8').trim();
    if (text !== '') yield { line, ...readLine(schema, text) };
  }
}

type Line = { value: unknown } | { refusal: Refusal };

function readLine(schema: ReturnType<typeof lineSchema>, text: string): Line {
  const json = parsed(text);
  if (json === undefined) return { refusal: new Refusal(400, 'MALFORMED_JSON', 'The line is not JSON') };
  if (isUnstorable(json)) return { refusal: new Refusal(400, 'INVALID_REQUEST', UNSTORABLE) };
  const read = schema.safeParse(json);
  return read.success ? { value: read.data } : { refusal: invalidRequest(read.error) };
}

/** No JSON text is undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* linesIn(body: Buffer): Generator<Buffer> {
  let start = 0;
  while (start < body.length) {
    const found = body.indexOf(NEWLINE, start);
    const end = found === -1 ? body.length : found;
    yield body.subarray(start, end);
    start = end + 1;
  }
}
