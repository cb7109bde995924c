import type { Executor } from '@jeongsan/database';
import type { WaitingForPerson } from '@jeongsan/queues';

const SHOWN_MAX = 100;
const TEXT = {
  ko: '정산 계좌가 변경되었습니다. 판매자에게 확인한 뒤 변경을 승인하거나 반려해 주세요.',
  en: 'The account of a seller was changed: ask the seller, then confirm or reject the change.',
};

/**
 * Account changes that wait for a person's decision, oldest first. A change whose waiting time is over is left out,
 * because it no longer needs a decision.
 */
export async function readWaiting(db: Executor, now: Date): Promise<WaitingForPerson[]> {
  const rows = await db.query<{ id: string; since: Date }[]>(
    `select c.id, c.taken_at as since from onboarding.account_change c join onboarding.seller s using (seller_id)
      where c.state = 'waiting' and s.state <> 'closed' and (c.payable_from is null or c.payable_from > $2)
      order by c.number limit $1`,
    [SHOWN_MAX, now],
  );
  return rows.map(({ id, since }) => ({
    subject: `account-change/${id}`,
    reason: 'ACCOUNT_CHANGED',
    text: TEXT,
    since,
  }));
}
