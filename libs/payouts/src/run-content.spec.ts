import { createHash } from 'node:crypto';
import { contentLine, contentOf, fingerprintOf, type RunPayout } from './run-content.js';

const payout = (n: number, more: Partial<RunPayout> = {}): RunPayout => ({
  ...{ ref_payout_id: `ref-${n}`, seller_id: `s${n}`, provider_seller_id: `seller_${n}` },
  ...{ account_fingerprint: `account-${n}`, amount: BigInt(n) * 1_000n },
  ...more,
});
const run = [1, 2, 3, 4, 5].map((n) => payout(n));

/** Returns a run's payouts in pages of a given size, and records the references that it was asked for. */
const paged =
  (size: number, asked: string[] = []) =>
  async (after: string) => {
    asked.push(after);
    return run.filter((p) => p.ref_payout_id > after).slice(0, size);
  };

test('what is approved of a payout is whom, to which account, and how much', () => {
  expect(contentLine(payout(1))).toBe('ref-1|s1|seller_1|account-1|1000');
});

test('a run is hashed line by line, and says how many payouts of how much it has', async () => {
  const lines = run.map((p) => `${contentLine(p)}\n`).join('');
  const hash = createHash('sha256').update(lines).digest('hex');
  expect(await fingerprintOf(paged(100))).toEqual({ count: 5, total: 15_000n, hash });
});

test.each([1, 2, 3, 5])(
  'read in pages of %i it is the same run, each page asked after the last payout',
  async (size) => {
    const asked: string[] = [];
    expect(await fingerprintOf(paged(size, asked))).toEqual(await fingerprintOf(paged(100)));
    const ends = run.filter((_, i) => i % size === size - 1 || i === run.length - 1);
    expect(asked).toEqual(['', ...ends.map((p) => p.ref_payout_id)]);
  },
);

test('a run without payouts has the hash of nothing', async () => {
  const nothing = createHash('sha256').digest('hex');
  expect(await fingerprintOf(async () => [])).toEqual({ count: 0, total: 0n, hash: nothing });
});

test('approved content has its own payouts, and none that differs in anything that was approved', async () => {
  const { includes, ...fingerprint } = await contentOf(paged(2));
  expect(fingerprint).toEqual(await fingerprintOf(paged(100)));
  expect(run.map(includes)).toEqual([true, true, true, true, true]);
  const others = [
    payout(6),
    payout(1, { ref_payout_id: 'ref-2' }),
    payout(1, { seller_id: 's2' }),
    payout(1, { provider_seller_id: 'seller_2' }),
    payout(1, { account_fingerprint: 'account-2' }),
    payout(1, { amount: 1_001n }),
  ];
  expect(others.map(includes)).toEqual(others.map(() => false));
});
