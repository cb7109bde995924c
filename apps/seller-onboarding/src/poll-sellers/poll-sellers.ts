import { enqueue, type Executor } from '@jeongsan/database';
import type { SellerState } from '@jeongsan/state-machines';

type Care = Readonly<{ job: 'seller.observe' | 'seller.register'; after: string }>;

// prettier-ignore
/** The job that is repeated for sellers in a state, and the time after which it is repeated. */
const careOf = {
  // The registration job used up its retries while the provider was down.
  received:          { job: 'seller.register', after: '10 minutes' },
  account_verified:  { job: 'seller.register', after: '10 minutes' },
  // The webhook about the provider's decision may have been lost.
  awaiting_identity: { job: 'seller.observe',  after: '5 minutes' },
  limited:           { job: 'seller.observe',  after: '5 minutes' },
  kyc_required:      { job: 'seller.observe',  after: '5 minutes' },
  // The provider reviews a seller every one to three years (document 2 section 3.1), so a look a week is enough.
  approved:          { job: 'seller.observe',  after: '7 days' },
  account_refused:   undefined,
  refused:           undefined,
  closed:            undefined,
} as const satisfies Record<SellerState, Care | undefined>;

const SELLERS_PER_STATE_MAX = 100;
const PENDING_AFTER = '10 minutes';

type Due = Readonly<{ seller_id: string; provider_seller_id: string; state: SellerState }>;

/**
 * Enqueues a job for the sellers whose last one is longest ago, because webhooks and answers get lost. Returns the
 * number of jobs.
 */
export async function pollSellers(tx: Executor, now: Date): Promise<number> {
  const due = await takeDue(tx, now);
  for (const seller of due) {
    if (careOf[seller.state]?.job === 'seller.observe') await observe(tx, seller.provider_seller_id, now);
    else await register(tx, seller.seller_id, now);
  }
  const pending = await findPending(tx, now);
  for (const sellerId of pending) await register(tx, sellerId, now);
  return due.length + pending.length;
}

const observe = (tx: Executor, providerSellerId: string, now: Date): Promise<void> =>
  enqueue(tx, 'seller.observe', { providerSellerId }, now, { dedupeKey: `seller.observe/${providerSellerId}` });

const register = (tx: Executor, sellerId: string, now: Date): Promise<void> =>
  enqueue(tx, 'seller.register', { sellerId }, now, { dedupeKey: `seller.register/${sellerId}` });

async function takeDue(tx: Executor, now: Date): Promise<Due[]> {
  const cared = Object.entries(careOf).flatMap(([state, care]) => (care ? [{ state, after: care.after }] : []));
  const [rows] = await tx.query<[Due[], number]>(
    `update onboarding.seller set polled_at = $1 where seller_id in (
       select due.seller_id from unnest($2::text[], $3::interval[]) as cared(state, after)
        cross join lateral (
          select seller_id from onboarding.seller s
           where s.state = cared.state and s.polled_at <= $1::timestamptz - cared.after
           order by s.polled_at limit $4 for update skip locked) due)
     returning seller_id, provider_seller_id, state`,
    [now, cared.map((c) => c.state), cared.map((c) => c.after), SELLERS_PER_STATE_MAX],
  );
  return rows;
}

/** Sellers with a change of account that was neither accepted nor refused. */
async function findPending(tx: Executor, now: Date): Promise<string[]> {
  const rows = await tx.query<{ seller_id: string }[]>(
    `select seller_id from onboarding.seller
      where pending_account_sealed is not null and updated_at <= $1::timestamptz - $2::interval
      order by updated_at limit $3`,
    [now, PENDING_AFTER, SELLERS_PER_STATE_MAX],
  );
  return rows.map((row) => row.seller_id);
}
