import { AddressList, sourceAddress, sourceKey } from './source-address.js';

// prettier-ignore
test.each([
  ['203.0.113.7',               '203.0.113.7',       true],
  ['203.0.113.7',               '203.0.113.8',       false],
  ['203.0.113.0/24',            '203.0.113.255',     true],
  ['203.0.113.0/24',            '203.0.114.0',       false],
  ['10.0.0.0/8, 203.0.113.7',   '203.0.113.7',       true],
  ['2001:db8::/32',             '2001:db8:ffff::1',  true],
  ['2001:db8::/32',             '2001:db9::1',       false],
  ['0.0.0.0/0',                 '2001:db8::1',       false],
  ['::/0',                      'nobody',            false],
])('%s holds %s: %s', (list, address, holds) => {
  expect(AddressList.parse(list).has(address)).toBe(holds);
});

test.each([
  '',
  'example.com',
  '203.0.113.7/33',
  '203.0.113.7/',
  '203.0.113.7/-1',
  '2001:db8::/129',
  '1.2.3.4/8/8',
  '1.2.3.4,',
])('%j is no list of addresses', (list) => {
  expect(AddressList.safeParse(list).success).toBe(false);
});

const proxies = AddressList.parse('10.0.0.0/8, 2001:db8:1::/48');
// prettier-ignore
test.each([
  ['nobody in between',               '198.51.100.1',         undefined,                                '198.51.100.1'],
  ['a header that anybody can write', '198.51.100.1',         '203.0.113.7',                            '198.51.100.1'],
  ['our proxy',                       '10.0.0.1',             '198.51.100.1',                           '198.51.100.1'],
  ['our proxy, over an IPv6 socket',  '::ffff:10.0.0.1',      '198.51.100.1',                           '198.51.100.1'],
  ['two of our proxies',              '2001:db8:1::5',        'x, 198.51.100.1, 10.0.0.2',              '198.51.100.1'],
  ['our proxy, and a lie before it',  '10.0.0.1',             '203.0.113.7, 198.51.100.1',              '198.51.100.1'],
  ['our proxy, which says nothing',   '10.0.0.1',             undefined,                                '10.0.0.1'],
  ['our proxy, which says nonsense',  '10.0.0.1',             'unknown',                                '10.0.0.1'],
])('through %s', (_, remote, forwarded, source) => {
  expect(sourceAddress(remote, forwarded, proxies)).toBe(source);
});

// prettier-ignore
test.each([
  ['203.0.113.7',                '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6',       '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9',           '2001:db8:1:2::/64'],
  ['2001:db8::1',                '2001:db8:0:0::/64'],
  ['::1',                        '0:0:0:0::/64'],
  ['fe80::1%eth0',               'fe80:0:0:0::/64'],
  ['',                           ''],
])('%s is counted as %s', (address, key) => {
  expect(sourceKey(address)).toBe(key);
});
