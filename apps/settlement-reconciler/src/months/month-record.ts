import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import { type approveMonthRequest, type listMonthRequests, type MonthView, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import {
  monthMachine,
  monthRequestMachine,
  type MonthEvent,
  type MonthRequestEvent,
  type MonthRequestState,
  type MonthState,
} from '@jeongsan/state-machines';
import type { MonthBounds } from './month-bounds.js';

export type MonthRequest = Output<typeof approveMonthRequest> & Readonly<{ proposedBy: Actor }>;

/**
 * SQL: a month `m`, and its state; a month is closed when the books open after it, also without a row, and with the row of a
 * request that was not carried out.
 */
export const MONTH_VIEW = `
  to_char(m.month, 'YYYY-MM') as month, closed_at as "closedAt", postings, entries, balances_hash as "balancesHash",
  ledger.month_state(ledger.month_start(m.month)) as "inLedger",
  case when m.state = 'CLOSING' or o.open_from <= ledger.month_start(m.month) then coalesce(m.state, '${monthMachine.initial}')
       else 'CLOSED' end as state`;

export type MonthRow = {
  month: string;
  state: MonthState;
  closedAt: Date | null;
  postings: bigint | null;
  entries: bigint | null;
  balancesHash: string | null;
  /** Sealed months take no posting; the entries of detached ones are not in the database. */
  inLedger: 'OPEN' | 'SEALED' | 'DETACHED';
};

export const monthView = ({ month, state, closedAt, postings, entries, balancesHash }: MonthRow): MonthView => ({
  month,
  state,
  closedAt,
  figures:
    balancesHash === null ? null : { postings: Number(postings ?? 0n), entries: Number(entries ?? 0n), balancesHash },
});

/** SQL: the entries of the ledger, and one amount per account for the months that are detached. */
export const ALL_ENTRIES = `
  select account_code, currency, amount, effective_at from ledger.entry
  union all select account_code, currency, balance, at from ledger.brought_forward`;

const READ = statement(`
  select ${MONTH_VIEW}
    from (select :first::date as month, r.state, r.closed_at, r.postings, r.entries, r.balances_hash
            from (values (1)) one left join reconciliation.month r on r.month = :first::date) m, ledger.open_period o`);

/** A month that has begun. @throws MONTH_NOT_FOUND */
export async function readMonth(db: Executor, { month, first, from }: MonthBounds, now: Date): Promise<MonthRow> {
  const [row] = from > now ? [] : await READ.rows<MonthRow>(db, { first });
  if (!row) throw refuse('MONTH_NOT_FOUND', `${month} has not begun`);
  return row;
}

/** Locks the row of a month until the transaction ends, and returns the month. @throws MONTH_NOT_FOUND */
export async function lockMonth(tx: Executor, bounds: MonthBounds, now: Date): Promise<MonthRow> {
  const { state } = await readMonth(tx, bounds, now);
  if (state !== 'CLOSED') {
    await tx.query(`insert into reconciliation.month (month, state) values ($1, $2) on conflict do nothing`, [
      bounds.first,
      monthMachine.initial,
    ]);
  }
  await tx.query('select from reconciliation.month where month = $1 for update', [bounds.first]);
  return readMonth(tx, bounds, now);
}

/** The state of a month after an event. @throws MONTH_STATE */
export function monthAfter({ month, state }: MonthRow, event: MonthEvent): MonthState {
  const verdict = monthMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw refuse('MONTH_STATE', `${month} is ${state}: ${event} is not possible`, { state });
}

const requestColumns = `id, to_char(month, 'YYYY-MM') as month, kind, reason, missing, counts, state, proposed_by as "proposedBy",
  proposed_at as "proposedAt", decided_by as "decidedBy", decided_at as "decidedAt"`;

const PAGE = statement(`
  select ${requestColumns} from reconciliation.month_request
   where (:first::date is null or month = :first::date) and (:state::text is null or state = :state)
     and (:after::uuid is null or id > :after)
   order by id limit :rows`);

export async function readMonthRequests(
  db: Executor,
  query: Input<typeof listMonthRequests>['query'],
): Promise<Output<typeof listMonthRequests>> {
  const { month, state = null, after = null } = query;
  const size = pageSize(query.limit);
  const first = month === undefined ? null : `${month}-01`;
  const rows = await PAGE.rows<MonthRequest>(db, { first, state, after, rows: size + 1 });
  return pageOf(rows, size, (row) => row.id);
}

/** One request; undefined: there is none with this id. */
export async function requestNamed(
  db: Executor,
  id: string,
  lock: '' | 'for update' = '',
): Promise<MonthRequest | undefined> {
  const [row] = await db.query<MonthRequest[]>(
    `select ${requestColumns} from reconciliation.month_request where id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Reads and locks one request. @throws MONTH_REQUEST_NOT_FOUND */
export async function lockRequest(tx: Executor, id: string): Promise<MonthRequest> {
  const request = await requestNamed(tx, id, 'for update');
  if (!request) throw refuse('MONTH_REQUEST_NOT_FOUND', `There is no request ${id} about a month`);
  return request;
}

/** The state of a request after an event. @throws MONTH_REQUEST_STATE */
export function requestAfter({ id, state }: MonthRequest, event: MonthRequestEvent): MonthRequestState {
  const verdict = monthRequestMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw refuse('MONTH_REQUEST_STATE', `Request ${id} is ${state}: ${event} comes too late`, { state });
}
