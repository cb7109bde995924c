import { addDays } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { TermsBody } from '@jeongsan/settlement';
import { bigint, bool, date, manyRows, statement, text, uuid } from '@jeongsan/sql';
import { randomUUID } from 'node:crypto';
import type { Closing } from './decide-closing.js';
import type { RunFrame } from './run-frame.js';

export type Statement = Readonly<{
  statementId: string;
  sellerId: string;
  terms: TermsBody;
  statedThrough: bigint;
  closing: Closing;
  offCycle: boolean;
}>;

const INSERT_STATEMENTS = statement(
  `
  insert into payouts.statement
    (id, run_id, seller_id, business_date, created_at, stated_through, hold_reason, opening, movements, payout_amount, carried,
     reserve_released, debt_netted, withheld, reserve_held, held_back, taxable, taxable_to_date, withheld_to_date, off_cycle)
  select s.id, :runId, s.seller_id, :businessDate, :now, s.stated_through, s.hold_reason, s.opening, s.movements, s.payout, s.carried,
         s.released, s.netted, s.withheld, s.reserved, s.held_back, s.taxable, s.taxable_to_date, s.withheld_to_date, s.off_cycle
    from :s.unnest
      as s(:s.columns)`,
  {
    s: manyRows<Statement>({
      id: uuid((s) => s.statementId),
      seller_id: text((s) => s.sellerId),
      stated_through: bigint((s) => s.statedThrough),
      hold_reason: text(({ closing }) => closing.holdReason),
      opening: bigint(({ closing }) => closing.opening),
      movements: bigint(({ closing }) => closing.movements),
      payout: bigint(({ closing }) => closing.payout),
      carried: bigint(({ closing }) => closing.carried),
      released: bigint(({ closing }) => closing.reserveReleased),
      netted: bigint(({ closing }) => closing.debtNetted),
      withheld: bigint(({ closing }) => closing.withheld),
      reserved: bigint(({ closing }) => closing.reserveHeld),
      held_back: bigint(({ closing }) => closing.heldBack),
      taxable: bigint(({ closing }) => closing.taxable),
      taxable_to_date: bigint(({ closing }) => closing.soFar.taxable),
      withheld_to_date: bigint(({ closing }) => closing.soFar.withheld),
      off_cycle: bool((s) => s.offCycle),
    }),
  },
);

export async function writeStatements(
  tx: Executor,
  run: RunFrame,
  statements: readonly Statement[],
  now: Date,
): Promise<void> {
  await INSERT_STATEMENTS.rows(tx, { runId: run.runId, businessDate: run.businessDate, now, s: statements });
  await releaseReserves(tx, run, statements);
  await keepReserves(tx, run, statements, now);
}

/** Makes due reserves payable again, each as a whole. */
async function releaseReserves(tx: Executor, run: RunFrame, statements: readonly Statement[]): Promise<void> {
  const releasing = statements.filter((s) => s.closing.reserveReleased > 0n);
  if (releasing.length === 0) return;
  await tx.query(
    `update payouts.reserve_hold set released = amount
      where seller_id = any($1) and released < amount and release_on <= $2`,
    [releasing.map((s) => s.sellerId), run.businessDate],
  );
}

const KEEP_RESERVES = statement(
  `
  insert into payouts.reserve_hold (:r.columns, created_at)
  select r.*, :now::timestamptz from :r.unnest as r(:r.columns)`,
  {
    r: manyRows<Statement & Readonly<{ releaseOn: string | null }>>({
      id: uuid(() => randomUUID()),
      seller_id: text((s) => s.sellerId),
      statement_id: uuid((s) => s.statementId),
      amount: bigint((s) => s.closing.reserveHeld),
      release_on: date((s) => s.releaseOn),
    }),
  },
);

async function keepReserves(tx: Executor, run: RunFrame, statements: readonly Statement[], now: Date): Promise<void> {
  const keeping = statements.filter((s) => s.closing.reserveHeld > 0n);
  if (keeping.length === 0) return;
  const held = keeping.map((statement) => ({
    ...statement,
    releaseOn: releaseDate(statement.terms, run.businessDate),
  }));
  await KEEP_RESERVES.rows(tx, { r: held, now });
}

/** The date on which a reserve is released; null for a fixed reserve, which stays until a person releases it. */
const releaseDate = ({ reserve }: TermsBody, businessDate: string): string | null =>
  reserve?.kind === 'ROLLING' ? addDays(businessDate, reserve.days) : null;
