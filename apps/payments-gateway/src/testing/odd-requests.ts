import type { Endpoint } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';
import { type DropInOperationName, dropInTreatments } from '@jeongsan/platform-contract';
import type { Flow } from './provider-flows.js';
import { basic, type Written } from './side.js';

const json = { 'content-type': 'application/json' };

/** Methods, addresses, queries and headers that no document mentions, at every operation. */
export const oddities: Flow = async (side) => {
  for (const name of Object.keys(providerContract) as DropInOperationName[]) {
    if (dropInTreatments[name] === 'refused') continue;
    const { method, path, security }: Endpoint = providerContract[name];
    const url = path.replace(/\{\w+\}/g, 'unknown-id');
    const hasBody = method === 'POST';
    const ask = (label: string, more: Partial<Written> = {}) => {
      const authorization = security === 'bearer' ? 'Bearer nobody.nowhere' : basic(side.key);
      const headers = { authorization, ...(hasBody && json), ...more.headers };
      const bytes = hasBody ? Buffer.from('{}') : undefined;
      return side.send(name, label, { method, url, ...(bytes && { bytes }), ...more, headers });
    };
    for (const other of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'GET', 'POST']) {
      if (other === method) continue;
      await ask(other, { method: other });
      await ask(`${other} without a key`, { method: other, headers: { authorization: '' } });
    }
    for (const [label, address] of Object.entries(addressesOf(url, path))) await ask(label, { url: address });
    for (const query of queriesOf(providerContract[name])) await ask(query, { url: `${url}?${query}` });
    for (const headers of ODD_HEADERS) await ask(JSON.stringify(headers), { headers });
    if (hasBody) await ask('no body at all', { bytes: Buffer.alloc(0) });
    else await ask('a body', { bytes: Buffer.from('{"a":1}'), headers: json });
    if (hasBody) {
      const again = { headers: { 'idempotency-key': `again-${name}` } };
      await ask('a key', again);
      await ask('the same key', again);
    }
  }
};

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'TossPayments-Test-Code': 'reject_card_company' },
  { 'TossPayments-Test-Code': 'REJECT_CARD_COMPANY', 'accept-language': 'en-US' },
  { 'TossPayments-Test-Code': 'PROVIDER_ERROR' },
  { 'TossPayments-api-security-mode': 'ENCRYPTION' },
  { 'accept-encoding': 'gzip, br' },
  { accept: 'text/html' },
  { expect: '100-continue' },
  { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'user-agent': '' },
];

const addressesOf = (url: string, path: string): Record<string, string> => ({
  'an empty query': `${url}?`,
  'a slash at its end': `${url}/`,
  'an escaped letter': url.replace('/v1', '/%76%31').replace('/v2', '/%76%32'),
  'a semicolon': `${url};a=b`,
  'a fragment': `${url}#a`,
  ...(path.includes('{') && {
    'Korean in its id': path.replace(/\{\w+\}/, encodeURIComponent('한글')),
    'a space in its id': path.replace(/\{\w+\}/, 'a%20b'),
    'a plus in its id': path.replace(/\{\w+\}/, 'a+b'),
    'no id': path.replace(/\{\w+\}/, ''),
    'half a character': path.replace(/\{\w+\}/, '%E0%A4%A'),
    'no hexadecimal': path.replace(/\{\w+\}/, '%zz'),
    '600 characters': path.replace(/\{\w+\}/, 'k'.repeat(600)),
    '601 characters': path.replace(/\{\w+\}/, 'k'.repeat(601)),
  }),
});

/** Each parameter of an operation with values that no document mentions, and one that it does not have. */
function queriesOf({ query }: Endpoint): string[] {
  const odd = (name: string) =>
    ['', '%20', '1e3', '-1', '0', '%00', '%zz', '%ff', '한글'].map((value) => `${name}=${value}`);
  const names = Object.keys(query?.shape ?? {});
  const doubled = names.map((name) => `${name}=1&${name}=2`);
  return ['unknown=1&empty=', ...names.flatMap(odd), ...doubled, ...names.map((name) => `${name}[]=1`)].map((query) =>
    query.replace('한글', '%ED%95%9C'),
  );
}
