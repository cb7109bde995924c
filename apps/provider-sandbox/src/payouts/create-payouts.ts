import { businessDateOf } from '@jeongsan/calendar';
import type { Input } from '@jeongsan/http-contract';
import {
  type createPayouts as contract,
  PAYOUT_AMOUNT_LIMIT,
  PAYOUTS_PER_REQUEST_MAX,
} from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { RefusedWithEffect } from '../api/refused-with-effect.js';
import { lockAvailable, takeFromBalance } from '../balance/balance.js';
import { timedId } from '../ids.js';
import { changeSellerStatus } from '../sellers/change-status.js';
import { lockSeller } from '../sellers/seller.js';
import type { Call } from '../world.js';
import { insertPayouts } from './insert-payouts.js';
import { payoutOf, type PayoutRow } from './payout.js';
import { completionTime, scheduleOf } from './payout-schedule.js';
import { knownRefPayoutIds, type PayableSeller, payableSellers } from './payout-limits.js';

type Body = Input<typeof contract>['body'];
type Wanted = Exclude<Body, readonly unknown[]>;

/** Accepts up to 100 payouts, all or none; the first item that fails decides the error (document 2 section 4). */
export const createPayouts: Handler<typeof contract> = async (call, { body }) => {
  const list = Array.isArray(body) ? body : [body];
  if (list.length > PAYOUTS_PER_REQUEST_MAX) throw new Refused('EXCEED_MAX_PAYOUT_COUNT');
  // The balance is locked first, so that requests run one after another: sums stay right, and ids follow the order of
  // requests.
  const desk: Desk = {
    call,
    available: await lockAvailable(call.sql, businessDateOf(call.now)),
    usedRefs: await knownRefPayoutIds(call.sql, list),
    sellers: await payableSellers(call, list),
  };
  const accepted = inspecting(call, list, () => list.map((wanted) => accept(desk, wanted)));
  await insertPayouts(call.sql, accepted);
  await takeFromBalance(call.sql, sumOf(accepted));
  const items = accepted.map(payoutOf);
  return entity(call, 'payout-list', { hasMore: false, size: items.length, nextCursor: null, items });
};

/** The balance and the limits that the items of one request use up, one item after the other. */
type Desk = {
  readonly call: Call;
  readonly usedRefs: Set<string>;
  readonly sellers: Map<string, PayableSeller>;
  available: bigint;
};

/** Checks one requested payout by all rules in a fixed order, and subtracts its amount from the balance left for later ones. */
function accept(desk: Desk, wanted: Wanted): PayoutRow {
  const about = [`refPayoutId: ${wanted.refPayoutId}`];
  const { minor } = wanted.amount;
  if (minor === 0n) throw new Refused('INVALID_REQUEST', { about: ['amount.value', ...about] });
  if (minor >= PAYOUT_AMOUNT_LIMIT) throw new Refused('EXCEED_MAX_PAYOUT_AMOUNT', { about });
  if (desk.usedRefs.has(wanted.refPayoutId)) throw new Refused('DUPLICATED_REF_PAYOUT_ID', { about });
  desk.usedRefs.add(wanted.refPayoutId);
  const seller = desk.sellers.get(wanted.destination);
  if (!seller) throw new Refused('NOT_FOUND_SELLER', { about });
  if (!seller.isPayable) throw new Refused('FORBIDDEN_SELLER_PAYOUT', { about });
  const { world, now } = desk.call;
  const schedule = scheduleOf(wanted, now, world.calendar, about);
  assertWeeklyLimit(seller, minor, about);
  if (minor > desk.available) throw new Refused('NOT_ENOUGH_AMOUNT', { about });
  desk.available -= minor;
  return {
    id: timedId('payout', now),
    refPayoutId: wanted.refPayoutId,
    destination: wanted.destination,
    scheduleType: wanted.scheduleType,
    payoutDate: schedule.payoutDate,
    amount: minor,
    transactionDescription: wanted.transactionDescription,
    requestedAt: now,
    ...firstStep(desk.call, schedule.startsAt),
    error: null,
    metadata: wanted.metadata ?? null,
  };
}

/**
 * The first status and time of a payout: usually the bank starts later; with the contract's setting a payout of today
 * is in progress at once.
 */
function firstStep({ world, now }: Call, startsAt: Date): Pick<PayoutRow, 'status' | 'nextStepAt'> {
  const isUnderWay = world.merchant.settings.expressStartsAtOnce && startsAt <= now;
  return isUnderWay
    ? { status: 'IN_PROGRESS', nextStepAt: completionTime(world, startsAt) }
    : { status: 'REQUESTED', nextStepAt: startsAt };
}

/** Refuses an amount above the weekly limit of a partially approved seller; the seller must then be reviewed. */
function assertWeeklyLimit(seller: PayableSeller, amount: bigint, about: readonly string[]): void {
  if (seller.weeklyRoom === undefined) return;
  seller.weeklyRoom -= amount;
  if (seller.weeklyRoom >= 0n) return;
  // ASSUMED: the request that exceeds the limit fails and also starts the review.
  const startReview = async (call: Call): Promise<void> => {
    const locked = await lockSeller(call.sql, seller.id);
    if (locked) await changeSellerStatus(call, locked, 'exceedWeeklyLimit');
  };
  throw new RefusedWithEffect('FORBIDDEN_SELLER_PAYOUT', startReview, { about });
}

/**
 * Runs the checks of a request; if the contract says that rejected requests use up their refPayoutIds, those are stored
 * after a refusal.
 */
function inspecting<T>({ world }: Call, list: readonly Wanted[], inspect: () => T): T {
  try {
    return inspect();
  } catch (error) {
    if (!(error instanceof Refused) || !world.merchant.settings.rejectedRequestsBurnRefPayoutIds) throw error;
    const burn = async (call: Call): Promise<void> => {
      if (error instanceof RefusedWithEffect) await error.afterwards(call);
      await call.sql.rows('insert into burnt_ref_payout_id select unnest($1::text[]) on conflict do nothing', [
        list.map(({ refPayoutId }) => refPayoutId),
      ]);
    };
    throw new RefusedWithEffect(error.code, burn, error.options);
  }
}

const sumOf = (payouts: readonly PayoutRow[]): bigint => payouts.reduce((sum, { amount }) => sum + amount, 0n);
