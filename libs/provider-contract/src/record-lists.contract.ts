import { z } from 'zod';
import { type Answer, clientContract } from './provider.contract.js';

const ofTransaction = [
  ...(['transactionKey', 'paymentKey', 'orderId', 'method'] as const),
  ...(['status', 'transactionAt', 'currency', 'amount'] as const),
] as const;
const ofSettlement = [
  ...(['transactionKey', 'paymentKey', 'orderId', 'method', 'currency', 'amount', 'fee', 'fees'] as const),
  ...(['supplyAmount', 'vat', 'payOutAmount', 'approvedAt', 'soldDate', 'paidOutDate', 'cancel'] as const),
] as const;

/** The members of a transaction that books are compared by. */
export type ListedTransaction = Pick<Answer<'listTransactions'>[number], (typeof ofTransaction)[number]>;
/** The members of a settlement that books are compared by. */
export type ListedSettlement = Pick<Answer<'listSettlements'>[number], (typeof ofSettlement)[number]>;

const { listTransactions, listSettlements } = clientContract;
const Bytes = z.instanceof(Uint8Array);

/** The rows of the two lists for readers of whole days: a page of 5,000 settlements is read in a fifth of the time of all members. */
export const listedTransaction = narrowed<ListedTransaction>(listTransactions.success.body, ofTransaction);
export const listedSettlement = narrowed<ListedSettlement>(listSettlements.success.body, ofSettlement);

/** The lists of transactions and settlements as they arrive, for readers of whole days: their pages are read row by row. */
export const recordListsContract = {
  listTransactions: { ...listTransactions, answersBytes: true, success: { status: 200, body: Bytes } },
  listSettlements: { ...listSettlements, answersBytes: true, success: { status: 200, body: Bytes } },
} as const;

function narrowed<Row>(rows: z.ZodType, members: readonly (keyof Row & string)[]): z.ZodType<Row> {
  const { element } = rows as unknown as z.ZodArray<z.ZodObject>;
  const kept = Object.entries(element.shape).filter(([name]) => (members as readonly string[]).includes(name));
  return z.object(Object.fromEntries(kept)) as unknown as z.ZodType<Row>;
}
