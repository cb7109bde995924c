import type { listTransactions as contract, PaymentMethodName, PaymentStatus } from '@jeongsan/provider-contract';
import { instantAt } from '@jeongsan/calendar';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 5000;

/** Transactions of a period, oldest first, page by page (document 1 section 4). */
export const listTransactions: Handler<typeof contract> = async ({ sql, world }, { query }) => {
  const { limit = LIMIT_DEFAULT } = query;
  if (limit > LIMIT_MAX) throw new Refused('EXCEED_MAX_QUERY_LIMIT');
  if (limit < 1) throw new Refused('INVALID_REQUEST', { about: ['limit'] });
  const start = instantOf(query.startDate);
  const end = instantOf(query.endDate);
  if (start > end) throw new Refused('INVALID_DATE');
  const after = await positionAfter(sql, query.startingAfter);
  // The page starts at one place of the index, so that a late page is as fast as the first.
  const from = after !== undefined && after.at >= start ? after : { at: start, key: '' };
  // ASSUMED: both ends of the period are included.
  const rows = await sql.rows<TransactionRow>(
    `select transaction_key as "transactionKey", payment_key as "paymentKey", order_id as "orderId", method, status, amount,
       transaction_at as "transactionAt", customer_key as "customerKey", use_escrow as "useEscrow", currency
     from payment_transaction
     where (transaction_at, transaction_key) > ($1, $2) and transaction_at <= $3
     order by transaction_at, transaction_key limit $4`,
    [from.at, from.key, end, limit],
  );
  return rows.map((row) => ({
    ...row,
    mId: world.env.M_ID,
    receiptUrl: world.shop.receiptUrl(row.paymentKey),
  }));
};

type TransactionRow = {
  transactionKey: string;
  paymentKey: string;
  orderId: string;
  method: PaymentMethodName;
  customerKey: string | null;
  useEscrow: boolean;
  currency: string;
  status: PaymentStatus;
  amount: bigint;
  transactionAt: Date;
};

/** `yyyy-MM-dd` or `yyyy-MM-dd'T'HH:mm:ss`, in Asia/Seoul; some clients add milliseconds. */
function instantOf(text: string): Date {
  const [, date = '', time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d{1,3})?)?$/.exec(text) ?? [];
  try {
    return instantAt(date, time);
  } catch {
    throw new Refused('INVALID_DATE');
  }
}

async function positionAfter(sql: Sql, key: string | undefined): Promise<{ at: Date; key: string } | undefined> {
  if (key === undefined) return undefined;
  const [found] = await sql.rows<{ at: Date }>(
    'select transaction_at as at from payment_transaction where transaction_key = $1',
    [key],
  );
  if (!found) throw new Refused('INVALID_TRANSACTION_KEY');
  return { at: found.at, key };
}
