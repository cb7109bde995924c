import { gzipSync } from 'node:zlib';

/** An amount beyond 32 bits. */
export const LARGE = 3_000_000_000;

export type Body = Readonly<Record<string, unknown>>;
type Spelled = Readonly<{ bytes: Buffer; headers?: Readonly<Record<string, string>> }>;

const text = (value: string, headers?: Spelled['headers']): Spelled => ({
  bytes: Buffer.from(value),
  ...(headers && { headers }),
});
const plain = (body: Body): string => JSON.stringify(body);
/** The same body with another spelling of its amount. */
const amountAs = (spelling: string) => (body: Body) => {
  const member = 'cancelAmount' in body ? 'cancelAmount' : 'amount';
  return text(plain({ ...body, [member]: '@' }).replace('"@"', () => spelling));
};
const escaped = (value: string): string =>
  value.replace(/[^\u0000-\u007f]|[a-z]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const typed = (type: string) => (body: Body) => text(plain(body), { 'content-type': type });

// prettier-ignore
/** One body in the spellings that a client may use, or wrongly use. */
export const spellings: Readonly<Record<string, (body: Body) => Spelled>> = {
  'spaces and lines':          (body) => text(`\r\n\t ${JSON.stringify(body, null, 4)} \n`),
  'escapes':                   (body) => text(escaped(plain(body))),
  'a byte order mark':         (body) => text(`\ufeff${plain(body)}`),
  'members twice':             (body) => text(`{"amount":1,"cancelAmount":1,"orderId":"another-order",${plain(body).slice(1)}`),
  'a prototype':               (body) => text(`{"__proto__":{"amount":1},${plain(body).slice(1)}`),
  'an unknown member':         (body) => text(plain({ ...body, nobodyKnows: { deep: [1, null, '한글'] } })),
  'an exponent':               amountAs('2e4'),
  'a zero fraction':           amountAs('20000.0'),
  'an amount as text':         amountAs('"20000"'),
  'text with a fraction':      amountAs('"20000.00"'),
  'text with a space':         amountAs('" 20000"'),
  'text with an exponent':     amountAs('"2e4"'),
  'text with a zero before':   amountAs('"020000"'),
  'half a won':                amountAs('20000.5'),
  'a negative amount':         amountAs('-20000'),
  'more than 32 bits':         amountAs(String(LARGE)),
  'more than exact':           amountAs('9007199254740993'),
  'more than any number':      amountAs('1e400'),
  'a list as amount':          amountAs('[20000]'),
  'true as amount':            amountAs('true'),
  'null as amount':            amountAs('null'),
  'a number as order':         (body) => text(plain({ ...body, orderId: 20_000_000 })),
  'a short order':             (body) => text(plain({ ...body, orderId: 'a' })),
  'a NUL':                     (body) => text(plain({ ...body, orderId: 'order\u0000-nul' })),
  'a lone surrogate':          (body) => text(plain(body).replace('}', ',"orderName":"\\ud800"}')),
  'bytes that are no UTF-8':   (body) => ({ bytes: Buffer.from(plain(body).replace('}', ',"orderName":"\xff\xfe"}'), 'latin1') }),
  'a list around it':          (body) => text(`[${plain(body)}]`),
  'a text around it':          (body) => text(JSON.stringify(plain(body))),
  'null':                      () => text('null'),
  'no byte':                   () => text(''),
  'half of it':                (body) => text(plain(body).slice(0, -3)),
  'two of it':                 (body) => text(plain(body) + plain(body)),
  'a comma too many':          (body) => text(plain(body).replace(/}$/, ',}')),
  'a thousand levels':         (body) => text(plain({ ...body, deep: 0 }).replace('"deep":0', `"deep":${'['.repeat(1_000)}${']'.repeat(1_000)}`)),
  'five megabytes':            (body) => text(plain({ ...body, note: 'x'.repeat(5 << 20) })),
  'packed with gzip':          (body) => ({ bytes: gzipSync(plain(body)), headers: { 'content-encoding': 'gzip' } }),
  'said to be packed':         (body) => text(plain(body), { 'content-encoding': 'gzip' }),
  'JSON with a charset':       typed('application/json; charset=UTF-8'),
  'JSON in another charset':   typed('application/json; charset=euc-kr'),
  'JSON in capitals':          typed('APPLICATION/JSON'),
  'JSON of a vendor':          typed('application/vnd.market+json'),
  'as text':                   typed('text/plain'),
  'as a form':                 typed('application/x-www-form-urlencoded'),
  'without a type':            typed(''),
  'in UTF-16':                 (body) => ({ bytes: Buffer.from(`\ufeff${plain(body)}`, 'utf16le'), headers: { 'content-type': 'application/json; charset=utf-16' } }),
  'plain, with a sealed answer': (body) => text(plain(body), { 'TossPayments-api-security-mode': 'ENCRYPTION' }),
  'as text, with a sealed answer': (body) => text(plain(body), { 'TossPayments-api-security-mode': 'ENCRYPTION', 'content-type': 'text/plain' }),
  'another security mode':     (body) => text(plain(body), { 'TossPayments-api-security-mode': 'encryption' }),
  'an empty test code':        (body) => text(plain(body), { 'TossPayments-Test-Code': '' }),
  'an empty key':              (body) => text(plain(body), { 'idempotency-key': '' }),
  'a key of 300 signs':        (body) => text(plain(body), { 'idempotency-key': `${Object.values(body).join('')}${'k'.repeat(300)}`.slice(-300) }),
  'a key of 301 signs':        (body) => text(plain(body), { 'idempotency-key': 'k'.repeat(301) }),
  'Korean asked for':          (body) => text(plain({ ...body, orderName: '' }), { 'accept-language': 'ko-KR' }),
  'English without a country': (body) => text(plain({ ...body, orderName: '' }), { 'accept-language': 'en' }),
  'English asked for':         (body) => text(plain({ ...body, orderName: '' }), { 'accept-language': 'EN-us,ko;q=0.5' }),
  'any language':              (body) => text(plain({ ...body, orderName: '' }), { 'accept-language': '*' }),
  'an email that is none':     (body) => text(plain({ ...body, customerEmail: 'a@' })),
  'a currency that is none':   (body) => text(plain({ ...body, currency: 7 })),
};
