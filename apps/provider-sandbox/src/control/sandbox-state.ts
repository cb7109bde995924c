import { businessDateOf, CalendarYearUnknown } from '@jeongsan/calendar';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import type { ClockChange } from '../clock/sandbox-clock.js';
import type { Sql } from '../database/sql.js';
import type { Merchants } from '../merchant/merchants.js';
import { INSERT_DEFAULT_PROMOTIONS } from '../promotions/default-promotions.js';
import type { World } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notPossible } from './control-refusals.js';

export const readClock: ControlHandler<typeof contract.readClock> = async ({ world }) => clockOf(world);

export const setClock: ControlHandler<typeof contract.setClock> = async (call, { body }) => {
  await moveClock(call.merchants, body);
  return clockOf(call.world);
};

/** Moves the clock. Everything that is due by the new time happens before this resolves, each event at its own time. */
export async function moveClock(merchants: Merchants, change: ClockChange): Promise<void> {
  if (change.now) assertKnownYear(merchants.first.world, change.now);
  await merchants.moveClock(change);
}

const clockOf = ({ clock }: World) => ({ now: clock.now(), mode: clock.mode, speed: clock.speed });

/** Throws for a year without known holidays, because no settlement date could be computed in it. */
function assertKnownYear({ calendar }: World, now: Date): void {
  try {
    calendar.isBusinessDay(businessDateOf(now));
  } catch (error) {
    if (error instanceof CalendarYearUnknown) throw notPossible(error.message);
    throw error;
  }
}

export const readSettings: ControlHandler<typeof contract.readSettings> = async ({ world }) => world.merchant.settings;

export const changeSettings: ControlHandler<typeof contract.changeSettings> = async ({ world, sql }, { body }) =>
  world.merchant.changeSettings(sql, body);

/**
 * Empties a merchant's world. Through the first merchant, whose clock and faults serve all: the whole sandbox, in which
 * only the merchants and their keys remain.
 */
export const reset: ControlHandler<typeof contract.reset> = async ({ world, merchants, sql }) => {
  await empty(world, sql);
  if (world !== merchants.first.world) return { done: true };
  const others = merchants.sites.map((site) => site.world).filter((one) => one !== world);
  for (const other of others) await other.database.transaction((tx) => empty(other, tx));
  world.clock.forget();
  world.faults.clear();
  world.requests.clear();
  return { done: true };
};

async function empty({ merchant, limits }: World, sql: Sql): Promise<void> {
  await sql.rows(`
    do $$ begin
      execute (select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity'
                 from pg_tables where schemaname = current_schema() and tablename not in ('migration', 'further_merchant'));
    end $$`);
  await sql.rows(INSERT_DEFAULT_PROMOTIONS);
  await merchant.forget(sql);
  limits.clear();
}
