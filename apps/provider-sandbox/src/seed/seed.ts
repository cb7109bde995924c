import { businessDateOf, CalendarYearUnknown } from '@jeongsan/calendar';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { lockAvailable } from '../balance/balance.js';
import type { ControlHandler } from '../control/control-handler.js';
import { notPossible } from '../control/control-refusals.js';
import { seedPayments } from './seed-payments.js';
import { seedPayouts } from './seed-payouts.js';
import { seedSellers } from './seed-sellers.js';

/**
 * Fills the world with some weeks of a market's data; the same seed, clock and contract produce the same data. No
 * webhook is sent.
 */
export const seed: ControlHandler<typeof contract.seed> = async (call, { body }) => {
  const prefix = (body.seed >>> 0).toString(16).padStart(8, '0');
  try {
    const planted = { ...body, prefix };
    await seedPayments(call, planted);
    const sellers = await seedSellers(call, planted);
    const available = await lockAvailable(call.sql, businessDateOf(call.now));
    const payouts = await seedPayouts(call, planted, available);
    return { payments: body.payments, sellers, payouts };
  } catch (error) {
    if (error instanceof CalendarYearUnknown) throw notPossible(error.message);
    if ((error as { code?: string }).code === UNIQUE_VIOLATION)
      throw notPossible(`Seed ${body.seed} is in the world already`);
    throw error;
  }
};

const UNIQUE_VIOLATION = '23505';
