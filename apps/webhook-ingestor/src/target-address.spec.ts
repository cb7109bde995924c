import type { LookupAddress, LookupOptions } from 'node:dns';
import { AddressBlocked, checkTarget, guardedLookup, isPublicAddress } from './target-address.js';

const PUBLIC = '93.184.216.34';
const PUBLIC_6 = '2606:2800:220:1:248:1893:25c8:1946';

// prettier-ignore
const privateAddresses = [
  '0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.255.255.254', '169.254.169.254',
  '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255',
  '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
  '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1',
  '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2001:10::1', '2002:7f00:1::1', '2002:c0a8:101::1', '3fff::1', '5f00::1',
  'fc00::1', 'fd12:3456:789a::1', 'fe80::1', 'fec0::1', 'ff02::1',
];
// prettier-ignore
const publicAddresses = [PUBLIC, '1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.255.255', '172.32.0.1', '192.0.1.1', '198.17.255.255',
  '198.20.0.1', '223.255.255.255', PUBLIC_6, '2001:4860:4860::8888', '2400:cb00::1', '::ffff:8.8.8.8'];

test.each(privateAddresses)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
test.each(['', 'localhost', '127.1', '0x7f.1', '1.1.1', 'fe80::1%eth0'])('%j is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const names: Readonly<Record<string, readonly string[]>> = {
  'shop.example': [PUBLIC, PUBLIC_6],
  localhost: ['127.0.0.1'],
  'localhost.': ['127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': [PUBLIC, '10.0.0.7'],
  'mapped.example': ['::ffff:10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
};
const resolve = async (host: string) => {
  const found = names[host];
  if (!found) throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
  return found;
};
const rules = { allowInsecure: false, resolve };
const verdictOf = (url: string, allowInsecure = false) =>
  checkTarget(url, { ...rules, allowInsecure }).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

// prettier-ignore
test.each([
  'https://shop.example/hooks', 'https://shop.example:8443/', 'https://SHOP.example/', `https://${PUBLIC}/`, `https://[${PUBLIC_6}]/`,
])('%s may be registered', async (url) => {
  expect(await verdictOf(url)).toBe('accepted');
});

// prettier-ignore
test.each([
  'http://shop.example/', 'ftp://shop.example/', 'file:///etc/passwd', 'gopher://shop.example/', 'https://user@shop.example/', 'https://user:pw@shop.example/',
  'https://shop.example@127.0.0.1/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://127.1/', 'https://0/',
  'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[fe80::1]/', 'https://169.254.169.254/latest/meta-data/',
  'https://localhost/', 'https://localhost./', 'https://inside.example/', 'https://mixed.example/', 'https://mapped.example/', 'https://metadata.example/',
  'https://nowhere.example/', 'https://shop.example:22/', 'https://shop.example:25/', 'https://shop.example:6379/', 'https://shop.example:5432/',
  'https://１２７.０.０.１/', 'https://127。0。0。1/',
])('%s is refused', async (url) => {
  expect(await verdictOf(url)).toBe('WEBHOOK_URL_REFUSED');
});

test('a rehearsal may send into its own network, but not everywhere', async () => {
  expect(await verdictOf('http://127.0.0.1:3000/', true)).toBe('accepted');
  expect(await verdictOf('ftp://127.0.0.1/', true)).toBe('WEBHOOK_URL_REFUSED');
  expect(await verdictOf('http://user@127.0.0.1/', true)).toBe('WEBHOOK_URL_REFUSED');
});

const lookup = (host: string, options: LookupOptions = { all: true }) =>
  new Promise<string | LookupAddress[]>((done, fail) => {
    guardedLookup(resolve)(host, options, (error, found) => (error ? fail(error) : done(found)));
  });

test('a socket gets public addresses, all or one', async () => {
  expect(await lookup('shop.example')).toEqual([
    { address: PUBLIC, family: 4 },
    { address: PUBLIC_6, family: 6 },
  ]);
  expect(await lookup('shop.example', {})).toBe(PUBLIC);
});

test.each(['localhost', 'inside.example', 'mixed.example', 'mapped.example'])(
  'a socket never gets %s',
  async (host) => {
    await expect(lookup(host)).rejects.toThrow(AddressBlocked);
  },
);

test('a name that became private after its registration is refused when the connection is made', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']];
  const rebinding = async () => answers.shift() ?? [];
  await checkTarget('https://rebind.example/', { allowInsecure: false, resolve: rebinding });
  const connecting = new Promise((done, fail) => {
    guardedLookup(rebinding)('rebind.example', { all: true }, (error, found) => (error ? fail(error) : done(found)));
  });
  await expect(connecting).rejects.toThrow(AddressBlocked);
});
