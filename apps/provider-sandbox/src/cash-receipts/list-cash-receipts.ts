import type { listCashReceipts as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { isBusinessNumber } from '../sellers/business-number.js';
import { RECEIPT_COLUMNS, receiptOf, type ReceiptRow } from './receipt.js';

const LIMIT_DEFAULT = 100;

/** The receipts requested on a day, oldest first, in pages (document 1 section 4). */
export const listCashReceipts: Handler<typeof contract> = async ({ sql, world }, { query }) => {
  assertRegistered(world.merchant.settings.businessNumber);
  const { requestDate, cursor = 0, limit = LIMIT_DEFAULT } = query;
  const rows = await sql.rows<ReceiptRow>(
    `select ${RECEIPT_COLUMNS} from cash_receipt where requested_on = $1 and seq > $2 order by seq limit $3`,
    [requestDate, cursor, limit + 1],
  );
  const page = rows.slice(0, limit);
  return {
    hasNext: rows.length > limit,
    // ASSUMED: an empty page repeats the cursor of the request, or has 0.
    lastCursor: Number(page.at(-1)?.seq ?? cursor),
    data: page.map((row) => receiptOf(row, world)),
  };
};

/** Throws Refused for an invalid business number of the merchant, under which receipts are stored. */
function assertRegistered(businessNumber: string): void {
  if (businessNumber === '') throw new Refused('NOT_FOUND_MERCHANT_BUSINESS_NUMBER');
  // ASSUMED: INVALID_BUSINESS_NUMBER refers to the merchant's own business number, because the request contains none.
  if (!isBusinessNumber(businessNumber)) throw new Refused('INVALID_BUSINESS_NUMBER');
}
