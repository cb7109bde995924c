import { emit, type Executor } from '@jeongsan/database';
import { Permanent } from '@jeongsan/messaging';
import { sellerMachine, type SellerEvent, type SellerState } from '@jeongsan/state-machines';
import type { FOR_A_PERSON } from './change-account/take-change.js';
import type { SellerRow } from './seller-row.js';

// prettier-ignore
const writable = [
  'bank_code', 'account_sealed', 'account_masked', 'account_fingerprint', 'pending_account_sealed',
  'refusal_code', 'provider_seller_id', 'provider_status', 'account_held_until',
] as const;
export type SellerChange = Partial<Omit<Pick<SellerRow, (typeof writable)[number]>, 'account_held_until'>> &
  Readonly<{ account_held_until?: Date | typeof FOR_A_PERSON | null }>;

/**
 * Thrown when another process changed the seller during our request to the provider: the answer may be outdated, so the
 * job is tried again.
 */
export class SellerMoved extends Error {
  override name = 'SellerMoved';
}

/**
 * Applies an event to a seller; the only writer of a seller's state. `seen` is the row that was read before the request
 * to the provider: if the row has changed since, this throws SellerMoved and writes nothing. An outdated event changes
 * nothing.
 */
export async function advanceSeller(
  tx: Executor,
  seen: SellerRow,
  event: SellerEvent,
  change: SellerChange,
  now: Date,
): Promise<SellerRow> {
  const verdict = sellerMachine.classify(seen.state, event);
  switch (verdict.kind) {
    case 'stale':
      return seen;
    case 'early':
      throw new Error(`Seller ${seen.seller_id} is still ${seen.state}: ${event} must wait`);
    case 'illegal':
      throw new Permanent(`Seller ${seen.seller_id} is ${seen.state}: ${event} contradicts it`);
    case 'move':
      return announced(tx, await write(tx, seen, verdict.to, change, now), now);
  }
}

/** Changes columns of a seller that keeps its state. */
export async function changeSeller(tx: Executor, seen: SellerRow, change: SellerChange, now: Date): Promise<SellerRow> {
  return write(tx, seen, seen.state, change, now);
}

/** Emits seller.changed for other teams, after the seller's state or account has changed. */
export async function announced(tx: Executor, row: SellerRow, now: Date): Promise<SellerRow> {
  const { seller_id: sellerId, state: status } = row;
  await emit(tx, 'seller.changed', [{ entityId: sellerId, data: { sellerId, status } }], now);
  return row;
}

async function write(
  tx: Executor,
  seen: SellerRow,
  state: SellerState,
  change: SellerChange,
  now: Date,
): Promise<SellerRow> {
  const columns = writable.filter((column) => change[column] !== undefined);
  const assignments = columns.map((column, i) => `, ${column} = $${i + 5}`).join('');
  const [rows] = await tx.query<[SellerRow[], number]>(
    `update onboarding.seller set state = $3, revision = revision + 1, updated_at = $4, polled_at = $4${assignments}
      where seller_id = $1 and revision = $2 returning *`,
    [seen.seller_id, seen.revision, state, now, ...columns.map((column) => change[column])],
  );
  const [row] = rows;
  if (!row) throw new SellerMoved(`Seller ${seen.seller_id} was changed meanwhile: it must be read again`);
  return row;
}
