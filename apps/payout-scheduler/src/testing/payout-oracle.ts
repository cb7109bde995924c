import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { PayoutState } from '@jeongsan/state-machines';
import { wronglyReserved } from '@jeongsan/testing';
import type { PayoutWorld } from './payout-world.js';

/** Whether a payout in each provider status has paid the seller, or may still do so. */
export const isLive = {
  REQUESTED: true,
  IN_PROGRESS: true,
  COMPLETED: true,
  FAILED: false,
  CANCELED: false,
  REJECTED: false,
  DELETED: false,
} as const satisfies Record<PayoutStatus, boolean>;

/** Whether each state of ours means that the payout took no money and never will. */
const isGivenBack = {
  planned: true,
  reserved: false,
  submitted: false,
  unknown: false,
  parked: false,
  in_transit: false,
  paid: false,
  failed: true,
  refused: true,
  released: true,
  returned: true,
} as const satisfies Record<PayoutState, boolean>;

type Ours = { ref: string; destination: string; amount: bigint; state: PayoutState };

/**
 * The contradictions between the provider's records and our books at a moment when no job runs. Every payout there must
 * be known here with the same amount and not given back; every paid or unfinished payout here must exist there; and
 * money that may still be paid must be reserved.
 */
export async function violations(world: PayoutWorld): Promise<string[]> {
  const booked = await world.atProvider();
  const ours = await world.db.query<Ours[]>(
    `select ref_payout_id as ref, provider_seller_id as destination, amount, state from payouts.payout`,
  );
  const byReference = new Map(ours.map((payout) => [payout.ref, payout]));
  const statusOf = new Map(booked.map((payout) => [payout.refPayoutId, payout.status]));
  const unpaid = ours.flatMap(({ ref, state }) => {
    const status = statusOf.get(ref);
    if (state === 'paid' && status !== 'COMPLETED') return [`${ref} is paid in our books and ${status} there`];
    return state === 'in_transit' && !status ? [`${ref} is on its way in our books and not there at all`] : [];
  });
  const wrong = booked.flatMap(({ refPayoutId, destination, amount, status }) => {
    if (!isLive[status]) return [];
    const payout = byReference.get(refPayoutId);
    if (!payout) return [`${refPayoutId} is ${status} there and nothing of ours`];
    if (payout.amount !== amount || payout.destination !== destination)
      return [`${refPayoutId} is ${amount} to ${destination} there, ours is ${payout.amount} to ${payout.destination}`];
    return isGivenBack[payout.state] ? [`${refPayoutId} is ${status} there, and we gave its money back`] : [];
  });
  return [...unpaid, ...wrong, ...(await wronglyReserved(world.db))];
}

/** The won paid, or being paid, to each of our sellers according to the provider's records, by our seller id. */
export async function paidBySeller(world: PayoutWorld): Promise<Map<string, bigint>> {
  const sellers = await world.db.query<{ id: string; provider: string }[]>(
    `select seller_id as id, provider_seller_id as provider from onboarding.seller`,
  );
  const paid = new Map<string, bigint>();
  for (const { destination, amount, status } of await world.atProvider())
    if (isLive[status]) paid.set(destination, (paid.get(destination) ?? 0n) + amount);
  return new Map(sellers.map(({ id, provider }) => [id, paid.get(provider) ?? 0n]));
}
