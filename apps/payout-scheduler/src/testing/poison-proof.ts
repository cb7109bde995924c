import { isLive, violations } from './payout-oracle.js';
import type { PayoutWorld } from './payout-world.js';
import type { PoisonedRun } from './poisoned-run.js';

/**
 * Checks that a poisoned run paid all good sellers in the same dispatch, kept every reference, and freed only the money
 * of the bad payouts.
 */
export async function provePoisonedRun(world: PayoutWorld, { good, bad, runId }: PoisonedRun): Promise<void> {
  const payouts = await world.db.query<{ seller: string; ref: string; state: string }[]>(
    `select seller_id as seller, ref_payout_id as ref, state from payouts.payout where run_id = $1`,
    [runId],
  );
  const stateOf = new Map(payouts.map(({ seller, state }) => [seller, state]));
  expect(bad.map((id) => stateOf.get(id))).toEqual(bad.map(() => 'refused'));
  expect(good.map((id) => stateOf.get(id))).toEqual(good.map(() => 'in_transit'));

  const booked = (await world.atProvider()).filter(({ status }) => isLive[status]).map((p) => p.refPayoutId);
  const expected = payouts.filter(({ state }) => state === 'in_transit').map(({ ref }) => ref);
  expect(expected.filter((ref) => !booked.includes(ref))).toEqual([]);
  expect(await violations(world)).toEqual([]);

  const frozen = await world.db.query<{ ref: string; keys: bigint; attempts: bigint }[]>(
    `select item ->> 'refPayoutId' as ref, count(distinct a.idempotency_key) as keys, count(*) as attempts
       from payouts.batch a, jsonb_array_elements(a.body) as item where a.run_id = $1 group by 1`,
    [runId],
  );
  expect(new Set(frozen.map(({ ref }) => ref))).toEqual(new Set(payouts.map(({ ref }) => ref)));
  expect(frozen.filter(({ keys, attempts }) => keys !== attempts)).toEqual([]);

  const payable = await world.db.query<{ code: string }[]>(
    `select code from ledger.account where code like 'seller:%:payable' and balance <> 0`,
  );
  const codes = new Set(payable.map(({ code }) => code));
  expect(bad.filter((id) => !codes.has(`seller:${id}:payable`))).toEqual([]);
}
