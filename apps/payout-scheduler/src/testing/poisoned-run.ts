import type { MangleVariant } from '@jeongsan/sandbox-control';
import { sellersHave } from '@jeongsan/testing';
import * as fc from 'fast-check';
import { trialsSeed } from './env.js';
import { plantedSeller, plantedSellers } from './funded-sandbox.js';
import type { PayoutWorld } from './payout-world.js';
import { onboardSellers, registeredSeller } from './registered-seller.js';

export const RUN_SIZE = 100;
const AMOUNT = 10_000n;
/** Won above the weekly limit of a seller who is not reviewed yet. */
const OVER_THE_LIMIT = 10_000_001n;

type Poison = Readonly<{
  amount: bigint;
  /** Changes a new seller at the provider without a webhook to us. */
  spoil: (world: PayoutWorld, id: string) => Promise<unknown>;
}>;

// prettier-ignore
/** The reasons for which the provider refuses a payout, and with it the whole batch. */
export const poisons = {
  'deleted seller':        { amount: AMOUNT,         spoil: ({ sandbox }, id) => sandbox.api.deleteSeller({ params: { id } }) },
  'seller under review':   { amount: AMOUNT,         spoil: async ({ sandbox }, id) => {
    await sandbox.control.finishKyc({ params: { id } });
    await sandbox.control.reviewSellerAgain({ params: { id } });
  } },
  'over the weekly limit': { amount: OVER_THE_LIMIT, spoil: async () => undefined },
} as const satisfies Record<string, Poison>;
export type PoisonKind = keyof typeof poisons;
export const poisonKinds = Object.keys(poisons) as PoisonKind[];

export type PoisonedRun = Readonly<{
  good: readonly string[];
  bad: readonly string[];
  /** The number of requests of the batch that reached the provider, according to its log. */
  calls: number;
  runId: string;
}>;

/** Onboards the good sellers, which every run of a test pays. */
export const onboardGood = (world: PayoutWorld): Promise<void> =>
  world.onboardPlanted(plantedSellers('approved', RUN_SIZE));

/**
 * Drafts and sends a run of a hundred payouts, some of which the provider refuses. Payouts in a batch are sorted by our
 * seller ids, so the bad sellers' ids give them random places. No time passes meanwhile. `variant` names the fact that
 * the provider's refusals leave out.
 */
export async function poisonedRun(
  world: PayoutWorld,
  businessDate: string,
  kinds: readonly PoisonKind[],
  variant?: MangleVariant,
): Promise<PoisonedRun> {
  const good = plantedSellers('approved', RUN_SIZE - kinds.length);
  // The bad sellers of earlier runs are not paid again.
  const planted = plantedSellers('approved', RUN_SIZE);
  await world.db.query(`update onboarding.seller set state = 'closed' where seller_id <> all($1)`, [planted]);
  const bad: string[] = [];
  const places = fc.sample(fc.nat(RUN_SIZE - 1), { seed: trialsSeed + kinds.length, numRuns: kinds.length });
  for (const [i, kind] of kinds.entries()) bad.push(await spoiledSeller(world, kind, places[i] ?? 0));
  await sellersHave(world.db, [
    ...good.map((id) => [id, AMOUNT] as const),
    ...bad.map((id, i) => [id, poisons[kinds[i] as PoisonKind].amount] as const),
  ]);
  await world.draft(businessDate);
  if (variant) await world.fault({ operation: 'createPayouts', kind: 'mangle', variant, times: 1_000_000 });
  const mark = await latestTrace(world);
  await world.work();
  const calls = await batchesSince(world, mark);
  await world.sandbox.control.clearFaults({});
  return { good, bad, calls, runId: await world.runId(businessDate) };
}

/** A seller who is fine according to our books, with an id next to a good seller's. */
async function spoiledSeller(world: PayoutWorld, kind: PoisonKind, place: number): Promise<string> {
  const id = await registeredSeller(world.sandbox);
  await poisons[kind].spoil(world, id);
  const sellerId = `${plantedSeller('approved', place)}-${id.slice(-12)}`;
  await onboardSellers(world.db, [[sellerId, id]], 'approved', world.clock);
  return sellerId;
}

const LOG_MAX = 500;

async function latestTrace({ sandbox }: PayoutWorld): Promise<string | undefined> {
  const { items } = await sandbox.control.listRequests({ query: { limit: 1 } });
  return items[0]?.traceId;
}

async function batchesSince({ sandbox }: PayoutWorld, mark: string | undefined): Promise<number> {
  const { items } = await sandbox.control.listRequests({ query: { limit: LOG_MAX } });
  const end = items.findIndex(({ traceId }) => traceId === mark);
  if (end < 0) throw new Error(`More than ${LOG_MAX} requests: the log does not hold them all`);
  return items.slice(0, end).filter(({ method, path }) => method === 'POST' && path === '/v2/payouts').length;
}
