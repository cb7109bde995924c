import { addDays } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { TermsBody } from '@jeongsan/settlement';
import { randomUUID } from 'node:crypto';
import type { Closing } from './decide-closing.js';
import type { RunFrame } from './run-frame.js';

export type Statement = Readonly<{
  statementId: string;
  sellerId: string;
  terms: TermsBody;
  statedThrough: bigint;
  closing: Closing;
}>;

export async function writeStatements(
  tx: Executor,
  run: RunFrame,
  statements: readonly Statement[],
  now: Date,
): Promise<void> {
  const amounts = (of: (closing: Closing) => bigint): string[] => statements.map((s) => of(s.closing).toString());
  await tx.query(
    `insert into payouts.statement
       (id, run_id, seller_id, business_date, created_at, stated_through, hold_reason, opening, movements, payout_amount, carried,
        reserve_released, debt_netted, withheld, reserve_held, held_back, taxable, taxable_to_date, withheld_to_date)
     select s.id, $1, s.seller_id, $2, $3, s.stated_through, s.hold_reason, s.opening, s.movements, s.payout, s.carried,
            s.released, s.netted, s.withheld, s.reserved, s.held_back, s.taxable, s.taxable_to_date, s.withheld_to_date
       from unnest($4::uuid[], $5::text[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
                   $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[])
         as s(id, seller_id, stated_through, hold_reason, opening, movements, payout, carried,
              released, netted, withheld, reserved, held_back, taxable, taxable_to_date, withheld_to_date)`,
    [
      run.runId,
      run.businessDate,
      now,
      statements.map((s) => s.statementId),
      statements.map((s) => s.sellerId),
      statements.map((s) => s.statedThrough.toString()),
      statements.map((s) => s.closing.holdReason),
      amounts((c) => c.opening),
      amounts((c) => c.movements),
      amounts((c) => c.payout),
      amounts((c) => c.carried),
      amounts((c) => c.reserveReleased),
      amounts((c) => c.debtNetted),
      amounts((c) => c.withheld),
      amounts((c) => c.reserveHeld),
      amounts((c) => c.heldBack),
      amounts((c) => c.taxable),
      amounts((c) => c.soFar.taxable),
      amounts((c) => c.soFar.withheld),
    ],
  );
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

async function keepReserves(tx: Executor, run: RunFrame, statements: readonly Statement[], now: Date): Promise<void> {
  const keeping = statements.filter((s) => s.closing.reserveHeld > 0n);
  if (keeping.length === 0) return;
  await tx.query(
    `insert into payouts.reserve_hold (id, seller_id, statement_id, amount, release_on, created_at)
     select r.id, r.seller_id, r.statement_id, r.amount, r.release_on, $1
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::date[]) as r(id, seller_id, statement_id, amount, release_on)`,
    [
      now,
      keeping.map(() => randomUUID()),
      keeping.map((s) => s.sellerId),
      keeping.map((s) => s.statementId),
      keeping.map((s) => s.closing.reserveHeld.toString()),
      keeping.map(({ terms }) => releaseDate(terms, run.businessDate)),
    ],
  );
}

/** The date on which a reserve is released; null for a fixed reserve, which stays until a person releases it. */
const releaseDate = ({ reserve }: TermsBody, businessDate: string): string | null =>
  reserve?.kind === 'ROLLING' ? addDays(businessDate, reserve.days) : null;
