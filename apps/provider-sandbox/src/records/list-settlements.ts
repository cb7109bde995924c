import { businessDateOf } from '@jeongsan/calendar';
import type { listSettlements as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { PAYMENT_COLUMNS, type PaymentRow, readCancels, readDetails } from '../payments/payment.js';

const SIZE_DEFAULT = 100;
const SIZE_MAX = 5000;
/** Beyond this a page number is a mistake. */
const PAGE_MAX = 1_000_000;

type SettlementRow = PaymentRow & {
  transactionKey: string;
  amount: bigint;
  settledFee: bigint;
  supplyAmount: bigint;
  settledVat: bigint;
  payOutAmount: bigint;
  soldDate: string;
  paidOutDate: string;
};

/** Settlement records of a period, from the day after the transaction (document 1 section 4). */
export const listSettlements: Handler<typeof contract> = async ({ sql, world, now }, { query }) => {
  const { page = 1, size = SIZE_DEFAULT, dateType = 'soldDate', startDate, endDate } = query;
  if (startDate > endDate) throw new Refused('INVALID_DATE');
  if (page < 1 || page > PAGE_MAX) throw new Refused('INVALID_REQUEST', { about: ['page'] });
  if (size < 1 || size > SIZE_MAX) throw new Refused('INVALID_REQUEST', { about: ['size'] });
  const rows = await sql.rows<SettlementRow>(select[dateType], [
    startDate,
    endDate,
    businessDateOf(now),
    size,
    (page - 1) * size,
  ]);
  return rows.map((row) => settlementOf(row, world.env.M_ID));
};

// The page is cut before its payments are looked up: pages far behind skip over the index alone.
const selectBy = (column: 'sold_date' | 'paid_out_date'): string => `
  select ${PAYMENT_COLUMNS}, page.transaction_key as "transactionKey", page.amount, page.fee as "settledFee",
    page.supply_amount as "supplyAmount", page.vat as "settledVat", page.pay_out_amount as "payOutAmount",
    page.sold_date as "soldDate", page.paid_out_date as "paidOutDate"
  from (select * from settlement where ${column} between $1 and $2 and occurred_on < $3
        order by ${column}, id limit $4 offset $5) as page
  join payment using (payment_key)
  order by page.${column}, page.id`;
const select = { soldDate: selectBy('sold_date'), paidOutDate: selectBy('paid_out_date') } as const;

function settlementOf(row: SettlementRow, mId: string) {
  const { card, easyPay, giftCertificate, mobilePhone, transfer, virtualAccount } = readDetails(row.details);
  return {
    mId,
    paymentKey: row.paymentKey,
    transactionKey: row.transactionKey,
    orderId: row.orderId,
    currency: 'KRW',
    method: row.method,
    amount: row.amount,
    interestFee: 0n,
    fee: row.settledFee,
    fees: [{ type: 'BASE' as const, fee: row.settledFee }],
    supplyAmount: row.supplyAmount,
    vat: row.settledVat,
    payOutAmount: row.payOutAmount,
    approvedAt: row.approvedAt ?? row.requestedAt,
    soldDate: row.soldDate,
    paidOutDate: row.paidOutDate,
    card,
    easyPay,
    giftCertificate,
    mobilePhone,
    transfer,
    virtualAccount,
    cancel: readCancels(row.cancels)?.find(({ transactionKey }) => transactionKey === row.transactionKey) ?? null,
  };
}
