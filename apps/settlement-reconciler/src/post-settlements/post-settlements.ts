import { instantAt } from '@jeongsan/calendar';
import { postLedger, transaction } from '@jeongsan/database';
import { settlementAvailable, settlementPending } from '@jeongsan/ledger';
import type { Currency } from '@jeongsan/money';
import type { DataSource, EntityManager } from 'typeorm';
import { isStanding } from '../resolve-break/standing-adjustments.js';

const ROWS_PER_TRANSACTION = 1_000;

/**
 * The two moves of a settlement row in order: the state it leaves and enters, the column with its due date, and the
 * posting.
 */
const moves = [
  { from: 'imported', to: 'pending', dueOn: 'pending_from', posting: settlementPending },
  { from: 'pending', to: 'available', dueOn: 'paid_out_date', posting: settlementAvailable },
] as const;
type Move = (typeof moves)[number];

type DueRow = {
  transaction_key: string;
  account: string;
  due_on: string;
  currency: Currency;
  amount: bigint;
  supply_amount: bigint;
  vat: bigint;
  pay_out_amount: bigint;
};
type Place = Readonly<{ dueOn: string; key: string }>;

/**
 * Posts every settlement row that is due by `businessDate`. State and postings are written in one transaction, so the
 * job may stop and be repeated at any point.
 */
export async function postSettlements(db: DataSource, businessDate: string): Promise<void> {
  for (const move of moves) {
    let place: Place | null = { dueOn: '-infinity', key: '' };
    while (place !== null) {
      const after: Place = place;
      place = await transaction(db, (tx) => postBatch(tx, move, businessDate, after));
    }
  }
}

/** Posts one batch of rows after a place and returns the place of its last row; null when no row is left. */
async function postBatch(tx: EntityManager, move: Move, businessDate: string, after: Place): Promise<Place | null> {
  const rows = await dueRows(tx, move, businessDate, after);
  await postLedger(
    tx,
    rows.map((row) =>
      move.posting({
        transactionKey: row.transaction_key,
        account: row.account,
        effectiveAt: instantAt(row.due_on, '00:00:00'),
        currency: row.currency,
        amount: row.amount,
        supplyAmount: row.supply_amount,
        vat: row.vat,
        payOutAmount: row.pay_out_amount,
      }),
    ),
  );
  await tx.query(`update reconciliation.settlement set state = $2 where transaction_key = any($1)`, [
    rows.map((row) => row.transaction_key),
    move.to,
  ]);
  const last = rows.at(-1);
  return last && rows.length === ROWS_PER_TRANSACTION ? { dueOn: last.due_on, key: last.transaction_key } : null;
}

/**
 * SQL: what adjusting entries added to the pending money of row `s`: the row changed after it was posted, and a person booked the
 * difference, which becomes available with the row.
 */
const adjusted = `coalesce((
  select sum(d.gain)::bigint from reconciliation.break b join reconciliation.break_decision d on d.break_id = b.id
   where b.class = 'SETTLEMENT_CHANGED' and b.subject = s.transaction_key and ${isStanding}
     and d.account in ('provider:pending', 'provider:' || s.account || ':pending')), 0)`;
/** SQL: the net money that a row moves out of each state. */
const moved = { imported: 'pay_out_amount', pending: `pay_out_amount + ${adjusted}` } as const;

/** Leaves out rows that were read but not compared yet, because they may turn out to be in dispute. */
function dueRows(tx: EntityManager, { from, dueOn }: Move, businessDate: string, after: Place): Promise<DueRow[]> {
  return tx.query<DueRow[]>(
    `select transaction_key, account, ${dueOn} as due_on, currency, amount, supply_amount, vat, ${moved[from]} as pay_out_amount
       from reconciliation.settlement s
      where state = '${from}' and ${dueOn} <= $1 and (${dueOn}, transaction_key) > ($2::date, $3)
        and download_id <> all (array(select d.id from reconciliation.download d join reconciliation.run r using (business_date)
                                       where r.state in ('downloading', 'matching')))
      order by ${dueOn}, transaction_key limit $4
        for update of s skip locked`,
    [businessDate, after.dueOn, after.key, ROWS_PER_TRANSACTION],
  );
}
