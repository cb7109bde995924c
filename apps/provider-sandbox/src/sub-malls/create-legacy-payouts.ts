import { businessDateOf } from '@jeongsan/calendar';
import type { Input } from '@jeongsan/http-contract';
import { type createLegacyPayouts as contract, PAYOUT_AMOUNT_LIMIT } from '@jeongsan/provider-contract';
import { z } from 'zod';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { RefusedWithEffect } from '../api/refused-with-effect.js';
import { lockAvailable, takeFromBalance } from '../balance/balance.js';
import { randomText } from '../ids.js';
import { scheduleOf } from '../payouts/payout-schedule.js';
import type { Call } from '../world.js';
import { changeSubMallStatus } from './change-status.js';
import { insertLegacyPayouts } from './insert-legacy-payouts.js';
import type { LegacyPayoutRow } from './legacy-payout.js';
import { type PayableSubMall, payableSubMalls, usedRequestIds } from './legacy-limits.js';
import { assertLegacyContract, assertSubMallId, lockSubMall } from './sub-mall.js';

type Wanted = Input<typeof contract>['body'][number];

/**
 * Accepts payouts to sub-malls, all or none; the first item that fails decides the error. Returns the remaining
 * balance.
 */
export const createLegacyPayouts: Handler<typeof contract> = async (call, { body }) => {
  assertLegacyContract(call);
  // The balance is locked first, like for v2 payouts, so that no other request spends the same money.
  const desk: Desk = {
    call,
    available: await lockAvailable(call.sql, businessDateOf(call.now)),
    usedIds: await usedRequestIds(call.sql, body),
    subMalls: await payableSubMalls(call, body),
  };
  const accepted = body.map((wanted) => accept(desk, wanted));
  await insertLegacyPayouts(call.sql, accepted);
  await takeFromBalance(
    call.sql,
    accepted.reduce((sum, { amount }) => sum + amount, 0n),
  );
  return { balance: desk.available };
};

/** The balance and the limits that the items of one request use up, one item after the other. */
type Desk = {
  readonly call: Call;
  readonly usedIds: Set<string>;
  readonly subMalls: Map<string, PayableSubMall>;
  available: bigint;
};

/** Checks one requested payout by all rules in a fixed order, and subtracts its amount from the balance left for later ones. */
function accept(desk: Desk, wanted: Wanted): LegacyPayoutRow {
  const { subMallId, requestId = null, payoutAmount: amount } = wanted;
  const about = [requestId === null ? `subMallId: ${subMallId.slice(0, 20)}` : `requestId: ${requestId}`];
  const { world, now } = desk.call;
  assertSubMallId(subMallId);
  if (amount === 0n) throw new Refused('INVALID_REQUEST', { about: ['payoutAmount', ...about] });
  // ASSUMED: the limit of a single payout is the same as in the v2 interface.
  if (amount >= PAYOUT_AMOUNT_LIMIT) throw new Refused('EXCEED_MAX_PAYOUT_AMOUNT', { about });
  if (requestId !== null && desk.usedIds.has(requestId)) throw new Refused('DUPLICATED_REQUEST', { about });
  if (requestId !== null) desk.usedIds.add(requestId);
  const subMall = desk.subMalls.get(subMallId);
  if (!subMall) throw new Refused('NOT_FOUND_SUBMALL', { about });
  // ASSUMED: the allowed dates are those of SCHEDULED payouts of the v2 interface: business days from tomorrow, up to a
  // year ahead.
  const wish = { scheduleType: 'SCHEDULED', payoutDate: dateOf(wanted.payoutDate) } as const;
  const { payoutDate, startsAt } = scheduleOf(wish, now, world.calendar, about);
  assertLimit(subMall, amount, about);
  if (amount > desk.available) throw new Refused('NOT_ENOUGH_AMOUNT', { about });
  desk.available -= amount;
  return {
    payoutKey: `FPA_${randomText(20)}`,
    subMallId,
    requestId,
    payoutDate,
    amount,
    bankCode: subMall.bankCode,
    accountNumber: subMall.accountNumber,
    holderName: subMall.holderName,
    transferSummary: wanted.transferSummary ?? null,
    requestedAt: now,
    status: 'REQUESTED',
    failure: null,
    metadata: wanted.metadata ?? null,
    nextStepAt: startsAt,
  };
}

/** Reads yyyy-MM-dd and yyyyMMdd, and returns yyyy-MM-dd; null for a text that is no date. */
function dateOf(text: string): string | null {
  const date = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return z.iso.date().safeParse(date).success ? date : null;
}

/** Refuses an amount above a sub-mall's limit; the request fails and also starts the review. */
function assertLimit(subMall: PayableSubMall, amount: bigint, about: readonly string[]): void {
  if (subMall.room === undefined) return;
  subMall.room -= amount;
  if (subMall.room >= 0n) return;
  // ASSUMED: no error code is published for an exceeded limit, nor for a sub-mall under review.
  const startReview = async (call: Call): Promise<void> => {
    await changeSubMallStatus(call, await lockSubMall(call, subMall.subMallId), 'exceedLimit');
  };
  throw new RefusedWithEffect('FORBIDDEN_REQUEST', startReview, { about });
}
