import { hostsOf, RedisUrl } from './redis-address.js';

// prettier-ignore
test.each([
  ['redis://redis:6379',                                               'redis:6379'],
  ['redis://redis',                                                    'redis'],
  ['rediss://user:canary@cache.market.kr:6380/3',                      'cache.market.kr:6380'],
  ['redis+sentinel://s1:26379,s2:26379,10.0.0.3:26380/mymaster',       's1:26379, s2:26379, 10.0.0.3:26380'],
  ['redis+sentinel://:canary@s1:26379/mymaster?sentinel_password=canary', 's1:26379'],
  ['rediss+sentinel://user:can%2Fary@s1:26379/primary.one',            's1:26379'],
  ['redis+cluster://c1:7000,c2:7000',                                  'c1:7000, c2:7000'],
  ['rediss+cluster://user:canary@c1:7000',                             'c1:7000'],
])('%s is an address, and is told without its credentials', (address, hosts) => {
  expect(RedisUrl.safeParse(address).success).toBe(true);
  expect(hostsOf(address)).toBe(hosts);
});

// prettier-ignore
test.each([
  ['http://redis:6379'],
  ['redis:6379'],
  ['redis://'],
  ['redis+sentinel://s1:26379'],
  ['redis+sentinel://s1/primary'],
  ['redis+sentinel://s1:26379,/primary'],
  ['redis+sentinel://s1:99999/primary'],
  ['redis+cluster://c1:7000/0'],
  ['redis+cluster://c1:7000,c2'],
  ['redis+cluster://c1:7000?sentinel_password=canary'],
  ['redis+both://c1:7000'],
])('%s is no address', (address) => {
  const parsed = RedisUrl.safeParse(address);
  expect(parsed.success).toBe(false);
  expect(JSON.stringify(parsed.error?.issues)).not.toContain('canary');
});
