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

/**
 * The lists of transactions and settlements for readers of whole days. Their rows have only the members that books are compared
 * by: a page of 5,000 settlements is read in a fifth of the time.
 */
export const recordListsContract = {
  listTransactions: {
    ...listTransactions,
    success: { status: 200, body: narrowed<ListedTransaction>(listTransactions.success.body, ofTransaction) },
  },
  listSettlements: {
    ...listSettlements,
    success: { status: 200, body: narrowed<ListedSettlement>(listSettlements.success.body, ofSettlement) },
  },
} as const;

function narrowed<Row>(rows: z.ZodType, members: readonly (keyof Row & string)[]): z.ZodType<Row[]> {
  const { element } = rows as unknown as z.ZodArray<z.ZodObject>;
  const kept = Object.entries(element.shape).filter(([name]) => (members as readonly string[]).includes(name));
  return z.array(z.object(Object.fromEntries(kept))) as unknown as z.ZodType<Row[]>;
}
