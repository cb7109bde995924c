import type { ProofDocument } from '@jeongsan/books';
import { type KnownDay, DAY, knownDay, TODAY, tradeOn } from '../testing/known-day.js';
import { night } from '../testing/night.js';
import { bookPaidPayout } from '../testing/paid-payout.js';
import { readStoredProof, replayProof } from './replay-proof.js';

jest.setTimeout(60_000);
let db: KnownDay['db'];
let provider: KnownDay['provider'];
let api: KnownDay['api'];
let end: KnownDay['end'];
beforeEach(async () => {
  ({ db, provider, api, end } = await knownDay());
  await tradeOn({ db, provider }, [10_000n, 20_000n]);
  await bookPaidPayout(db, 'ref-1', 3_000n);
  await bookPaidPayout(db, 'ref-2', 4_000n);
  list('ref-1', 3_000);
  list('ref-2', 4_000);
}, 60_000);
afterEach(() => end());

const list = (ref: string, amount: number, id = `payout-${ref}`) =>
  provider.payouts.push({ id, refPayoutId: ref, payoutDate: DAY, amount, status: 'COMPLETED' });
const listed = (ref: string) => {
  const found = provider.payouts.find(({ refPayoutId }) => refPayoutId === ref);
  if (!found) throw new Error(`The provider has no payout ${ref}`);
  return found;
};
async function proven() {
  await night(db, api, TODAY);
  const { state, equations } = JSON.parse((await readStoredProof(db, TODAY, undefined)).document) as ProofDocument;
  const payouts = equations.find(({ name }) => name === 'PAYOUTS');
  const lines = payouts?.lines.map(({ subject, expected, found, breakClass }) => [
    subject,
    expected,
    found,
    breakClass,
  ]);
  return {
    state,
    day: payouts?.day,
    amounts: payouts?.sides.map(({ amount }) => amount),
    verdict: payouts?.verdict,
    lines,
  };
}

test('payouts that the provider lists as we settled them are proven, and replayed after one was returned later', async () => {
  expect(await proven()).toEqual({ state: 'PROVEN', day: DAY, amounts: ['7000', '7000'], verdict: 'HOLDS', lines: [] });
  await db.query(`update payouts.payout set state = 'returned' where ref_payout_id = 'ref-1'`);
  listed('ref-1').status = 'FAILED';
  expect(await replayProof(db, TODAY, undefined)).toMatchObject({ same: true });
});

test('a payout that is rewritten later is named by the replay', async () => {
  await proven();
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update payouts.payout set amount = amount + 1 where ref_payout_id = 'ref-1'`);
  });
  expect((await replayProof(db, TODAY, undefined)).firstDifference).toMatch(
    /^BOOKED_PAID_OUT payouts|^PAYOUTS payouts/,
  );
});

// prettier-ignore
test.each<[string, () => unknown, string[], unknown[]]>([
  ['another amount',          () => (listed('ref-1').amount = 3_500), ['7000', '7500'], [['ref-1', '3000', '3500', 'PAYOUT_AMOUNT']]],
  ['a payout without money',  () => (listed('ref-1').status = 'FAILED'), ['7000', '4000'], [['ref-1', '3000', null, 'PAYOUT_STATUS']]],
  ['no payout',               () => provider.payouts.shift(), ['7000', '4000'], [['ref-1', '3000', null, 'MISSING_PAYOUT']]],
  ['a payout of a stranger',  () => list('ref-x', 900), ['7000', '7900'], [['ref-x', null, '900', 'UNKNOWN_PAYOUT']]],
  ['a second payment of one', () => list('ref-1', 3_000, 'payout-again'), ['7000', '10000'], [['ref-1', '3000', '6000', 'DUPLICATE_PAYOUT']]],
  ['two causes that add up to nothing', () => { provider.payouts.shift(); list('ref-x', 3_000); }, ['7000', '7000'],
   [['ref-1', '3000', null, 'MISSING_PAYOUT'], ['ref-x', null, '3000', 'UNKNOWN_PAYOUT']]],
])('%s leaves the night unproven, line by line with its break', async (_, plant, amounts, lines) => {
  plant();
  expect(await proven()).toEqual({ state: 'UNPROVEN', day: DAY, amounts, verdict: 'DIFFERS', lines });
});

test('a payout that is on its way here is no difference, whatever the provider lists', async () => {
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update payouts.payout set state = 'in_transit' where ref_payout_id = 'ref-2'`);
    await tx.query(
      `update ledger.posting set key = key || '-none' where template = 'payout.paid' and key like '%' || (select id::text from payouts.payout where ref_payout_id = 'ref-2')`,
    );
  });
  expect(await proven()).toMatchObject({ amounts: ['3000', '3000'], verdict: 'HOLDS' });
});
