import type { Random } from './random.js';

/** An unpaired surrogate, which cannot be encoded in a URL. */
export const escaped = (text: string, most: number): string =>
  encodeURIComponent(Buffer.from(text.slice(0, most)).toString());

export const oddSegments = [
  ...[
    '%',
    '%E0%A4%A',
    '%00',
    '%0d%0a',
    '..',
    '%2e%2e%2f',
    '%2f',
    'null',
    'undefined',
    '__proto__',
    '%ED%A0%80',
    '*',
    ';',
  ],
  ...[
    "'%20or%201=1--",
    'a'.repeat(201),
    'a'.repeat(3_000),
    '%F0%9F%92%A9',
    '',
    '%20',
    '0',
    '-1',
    '{id}',
    'a?b',
    'orders',
  ],
];
export const oddTypes = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'json',
    'application/json;',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/problem+json',
    'text/plain; charset=x',
    ';;;',
    'application/octet-stream',
  ],
];

/** A multipart form with the body's fields; the member `files` becomes a file. */
export function formOf(value: unknown, text: string, random: Random): string {
  const fields = Object.entries(value ?? {}).map(([name]) => {
    const named = `content-disposition: form-data; name="${random.chance(0.9) ? name : 'other'}"; filename="a.png"`;
    return `--frontier\r\n${named}\r\ncontent-type: ${random.pick(['image/png', 'text/html', ''])}\r\n\r\n${text.slice(0, 200)}\r\n`;
  });
  return `${fields.join('')}${random.chance(0.8) ? '--frontier--\r\n' : ''}`;
}

/** Bytes that are not UTF-8 text, or exceed the size limit. */
export function oddBytes(body: string, random: Random): Buffer {
  return random.chance(0.1)
    ? Buffer.alloc(5 * 1024 * 1024, 'a')
    : Buffer.concat([Buffer.from(body), Buffer.from([0xff, 0xfe, 0x00, 0xc3])]);
}
