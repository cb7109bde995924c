import { randomUUID } from 'node:crypto';
import { postLedger } from '@jeongsan/database';
import { paymentApproved, paymentCanceled, paymentUnallocated, payoutPaid, payoutReserved } from '@jeongsan/ledger';
import { money } from '@jeongsan/money';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';

export const APRIL = new Date('2026-04-30T23:59:59+09:00');
const MAY = new Date('2026-05-10T12:00:00+09:00');

/** May: a sale, a cancel, a payout, unallocated money, and a fact of April that comes late. */
export async function bookMay(db: DataSource): Promise<void> {
  const line = { ...NO_AMOUNTS, sellerId: 'acme', paid: 10_000n, commission: 1_000n, commissionVat: 100n };
  const canceled = { ...NO_AMOUNTS, sellerId: 'acme', paid: 1_000n, fromPayable: 1_000n, toDebt: 0n };
  const payout = { payoutId: 'po-1', sellerId: 'acme', amount: 20_000n, effectiveAt: MAY };
  await db.transaction((tx) =>
    postLedger(tx, [
      paymentApproved({ paymentId: 'p-1', effectiveAt: MAY, lines: [line] }),
      paymentCanceled({ cancelId: 'c-1', effectiveAt: MAY, lines: [canceled] }),
      payoutReserved(payout),
      payoutPaid(payout),
      paymentUnallocated({ paymentId: 'p-2', effectiveAt: MAY, amount: money(700n, 'USD') }),
      paymentApproved({
        paymentId: 'p-0',
        effectiveAt: APRIL,
        lines: [{ ...NO_AMOUNTS, sellerId: 'acme', paid: 300n }],
      }),
    ]),
  );
}

/** The statement of May: the money of April, and what May moved. */
export async function stateMay(db: DataSource): Promise<void> {
  const [run, id] = [randomUUID(), randomUUID()];
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
       values ($1, '2026-05-29', $2, 'draft', 0, 0, 0, 0, '', 'system:test', $2)`,
      [run, new Date('2026-05-29T00:00:00+09:00')],
    );
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, created_at, opening, movements, payout_amount, carried)
       select $1, $2, 'acme', '2026-05-29', $3, 0, 49000, 0, 49000`,
      [id, run, MAY],
    );
    await tx.query(
      `insert into payouts.statement_line (entry_id, statement_id, posting_key, amount)
       select e.id, $1, p.key, -e.amount from ledger.entry e join ledger.posting p on p.id = e.posting_id
        where e.account_code = 'seller:acme:payable' and p.template <> 'payout.reserved'`,
      [id],
    );
    await tx.query(`update payouts.run set state = 'closed', content_hash = 'x', closed_at = $2 where id = $1`, [
      run,
      MAY,
    ]);
  });
}
