import type { Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { AccountChangeView, listAccountChanges } from '@jeongsan/platform-contract';
import type { z } from 'zod';
import type { AccountChangeRow } from '../change-account/account-changes.js';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** Changes of accounts, sorted by the time of the request. `open`: only changes that a person may still decide. */
export async function readAccountChanges(
  db: Executor,
  { sellerId, open, after = 0, limit = PAGE_DEFAULT }: Input<typeof listAccountChanges>['query'],
): Promise<Output<typeof listAccountChanges>> {
  const size = Math.min(Math.max(limit, 1), PAGE_MAX);
  const rows = await db.query<AccountChangeRow[]>(
    `select * from onboarding.account_change
      where number > $1 and ($2::text is null or seller_id = $2) and ($3::bool is null or (state = 'waiting') = $3)
      order by number limit $4`,
    [after, sellerId ?? null, open === undefined ? null : open === 'true', size + 1],
  );
  const { items, nextCursor } = pageOf(rows, size, (row) => row.number.toString());
  return { items: items.map(changeView), nextCursor };
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
