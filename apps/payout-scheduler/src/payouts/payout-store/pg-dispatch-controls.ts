import { emit, inList, lockUntilCommit, prepared, type Executor } from '@jeongsan/database';
import type { DispatchControls, RunLimit } from '@jeongsan/payouts';
import { payoutStates } from '@jeongsan/state-machines';

/** The states of payouts whose money was sent, or may have been. */
const SENT = inList(payoutStates.sent);

/** SQL: whether sending is stopped; a missing row counts as stopped. */
const isClosed = `coalesce((select halted or locked from payouts.dispatch_control), true)`;

/** The column for the statement that a sender runs directly before its first byte. */
export const closedColumn = `${isClosed} as closed`;

const CLOSED = prepared('dispatch.closed', `select ${closedColumn}`);

/** Reads halts, locks and limits of sending, in the transaction of a decision. */
export const pgDispatchControls = (tx: Executor): DispatchControls => ({
  isHalted: async () => {
    const [seen] = await tx.query<{ closed: boolean }[]>(CLOSED);
    if (!seen?.closed) return false;
    // A stopped control is locked until this decision commits, so that resuming sees the batches it leaves behind. An
    // open control is read without a lock, so that senders do not wait for each other.
    const [held] = await tx.query<{ closed: boolean }[]>(
      `select halted or locked as closed from payouts.dispatch_control for share`,
    );
    return held?.closed ?? true;
  },

  duplicateOf: async (runId, since, payoutsMin) => {
    await lockUntilCommit(tx, 'sending');
    const [row] = await tx.query<{ id: string }[]>(
      `select o.id from payouts.run r
         join payouts.run o on o.payout_fingerprint = r.payout_fingerprint and o.id <> r.id
        where r.id = $1 and r.state = 'approved' and r.payout_count >= $3
          and not exists (select from payouts.run_override w where w.run_id = r.id and w.kind = 'DUPLICATE_RUN')
          and exists (select from payouts.payout p
                       where p.run_id = o.id
                         and ((p.state in ${SENT} and p.submitted_at >= $2) or (p.state = 'reserved' and o.state = 'dispatching')))
        order by o.business_date desc limit 1`,
      [runId, since, payoutsMin],
    );
    return row?.id ?? null;
  },

  spent: async (runId, since) => {
    await lockUntilCommit(tx, 'sending');
    const [row] = await tx.query<{ run: bigint; day: bigint; passed: RunLimit[] }[]>(
      `select (select coalesce(sum(p.amount), 0) from payouts.payout p
                where p.run_id = $1 and p.state in ${SENT})::bigint as run,
              (select coalesce(sum(p.amount), 0) from payouts.batch a join payouts.payout p on p.batch_id = a.id
                where a.created_at >= $2 and p.state in ${SENT})::bigint as day,
              array(select kind from payouts.run_override where run_id = $1) as passed`,
      [runId, since],
    );
    return { run: row?.run ?? 0n, day: row?.day ?? 0n, passed: new Set(row?.passed) };
  },

  pause: async (runId, limit, now) => {
    const [changed] = await tx.query<{ business_date: string }[]>(
      `with changed as (
         update payouts.run set paused_reason = $2, paused_at = case when $2::text is null then null else $3::timestamptz end
          where id = $1 and paused_reason is distinct from $2 returning business_date
       ) select business_date from changed`,
      [runId, limit, now],
    );
    if (!changed || limit === null) return;
    const data = { runId, businessDate: changed.business_date, reason: limit };
    await emit(tx, 'payout-run.paused', [{ entityId: runId, data }], now);
  },
});
