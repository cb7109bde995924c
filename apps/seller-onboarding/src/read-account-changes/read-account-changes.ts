import { type Executor, filteredList, fromDay, is, toDay, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type AccountChangeView, type listAccountChanges, refuse } from '@jeongsan/platform-contract';
import type { z } from 'zod';
import type { AccountChangeRow } from '../change-account/account-changes.js';

const CHANGES = filteredList({
  from: 'onboarding.account_change',
  columns: 'x.*',
  order: [{ column: 'number', type: 'bigint' }],
  isNewestFirst: false,
  leads: { sellerId: is('x.seller_id') },
  checks: {
    open: whether(`x.state = 'waiting'`),
    state: is('x.state'),
    from: fromDay('x.asked_at'),
    to: toDay('x.asked_at'),
  },
});

/** Changes of accounts, sorted by the time of the request. `open`: only changes that a person may still decide. */
export async function readAccountChanges(
  db: Executor,
  { after, ...query }: Input<typeof listAccountChanges>['query'],
): Promise<Output<typeof listAccountChanges>> {
  const { items, nextCursor } = await CHANGES.page<AccountChangeRow>(db, { ...query, after: after?.toString() });
  return { items: items.map(changeView), nextCursor };
}

/** Reads one change of an account. Throws ACCOUNT_CHANGE_NOT_FOUND. */
export async function readAccountChange(db: Executor, changeId: string): Promise<z.output<typeof AccountChangeView>> {
  const [row] = await db.query<AccountChangeRow[]>('select * from onboarding.account_change where id = $1', [changeId]);
  if (!row) throw refuse('ACCOUNT_CHANGE_NOT_FOUND', `There is no change ${changeId} of an account`);
  return changeView(row);
}

/** A change of account as the API shows it, with both accounts masked. */
export const changeView = (row: AccountChangeRow): z.output<typeof AccountChangeView> => ({
  changeId: row.id,
  sellerId: row.seller_id,
  state: row.state,
  bankCode: row.bank_code,
  accountNumber: row.account_masked,
  previousBankCode: row.previous_bank_code,
  previousAccountNumber: row.previous_masked,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  refusalCode: row.refusal_code,
  takenAt: row.taken_at,
  payableFrom: row.payable_from,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  reason: row.reason,
});
