import { Permanent } from '@jeongsan/messaging';
import { LeftToNewer, readJob } from './read-job.js';

test('a job of this release is read', () => {
  expect(readJob('seller.register', { sellerId: 's' })).toEqual({ name: 'seller.register', data: { sellerId: 's' } });
});

// prettier-ignore
test.each<[string, string, unknown, typeof LeftToNewer | typeof Permanent]>([
  ['a name that a newer release wrote',      'seller.rename',   { sellerId: 's' },              LeftToNewer],
  ['a name that every object has',           'constructor',     { sellerId: 's' },              LeftToNewer],
  ['a field that a newer release wrote',     'seller.register', { sellerId: 's', dryRun: '1' }, LeftToNewer],
  ['a newer field in place of an older one', 'seller.register', { id: 's' },                    LeftToNewer],
  ['a field of another kind',                'seller.register', { sellerId: 7 },                Permanent],
  ['no data',                                'seller.register', null,                           Permanent],
])('%s', (_, name, data, kind) => {
  expect(() => readJob(name, data)).toThrow(kind);
});
