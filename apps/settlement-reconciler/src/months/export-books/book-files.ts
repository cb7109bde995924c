import { ADJUSTMENT_REASON, charges, statementLines } from '@jeongsan/books';
import { type Statement, statement } from '@jeongsan/sql';
import { ALL_ENTRIES } from '../month-record.js';

/** What the files of a period are read by. */
export type Audited = Readonly<{
  /** The first and the last date, and the date after it. */
  first: string;
  last: string;
  next: string;
  from: Date;
  until: Date;
  /**
   * When the last month before the first was closed: what happened to breaks and requests of earlier months since then is in no
   * earlier file.
   */
  previousClosedAt: Date | '-infinity';
  /** When the last month was closed: later decisions and changes belong to a later file. */
  closedAt: Date;
}>;

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** SQL: gives every statement all values of Audited, so that all are run alike. */
const GIVEN = `
  with given as (select :first::date, :last::date, :next::date, :from::timestamptz, :until::timestamptz,
                        :previousClosedAt::timestamptz, :closedAt::timestamptz)`;
export type Read = Statement<Readonly<Record<string, string | Date>>>;
/** SQL: the ids of the statements of the period. */
const STATEMENTS = `any (select id from payouts.statement where business_date between :first::date and :last::date)`;
/** SQL: one line of JSON for each row, in the order of `order`. */
const lines = (rows: string, order: string): Read =>
  statement(`${GIVEN} select row_to_json(r)::text as line from (${rows} order by ${order}) r`);

// prettier-ignore
/** The files of an auditor's file that are rows of tables, each as lines of JSON. Amounts are text: a JSON number ends at 2^53. */
export const bookFiles = {
  'accounts.ndjson': lines(`
    select e.account_code as account, a.kind, e.currency, e.opening::text, (e.closing - e.opening)::text as movement, e.closing::text
      from (select account_code, currency, coalesce(sum(amount) filter (where effective_at < :from), 0) as opening, sum(amount) as closing,
                   count(*) filter (where effective_at >= :from) as entries
              from (${ALL_ENTRIES}) b where effective_at < :until group by account_code, currency) e
      join ledger.account a on a.code = e.account_code and a.currency = e.currency
     where e.opening <> 0 or e.entries > 0`, 'e.account_code, e.currency'),
  'months.ndjson': lines(`
    select to_char(m.month, 'YYYY-MM') as month, m.state, ${utc('m.closed_at')} as "closedAt", m.postings::text, m.entries::text,
           m.balances_hash as "balancesHash", ledger.next_month(m.month) = :next::date as "isLast"
      from reconciliation.month m where m.month >= :first::date and m.month < :next::date`, 'm.month'),
  'month-requests.ndjson': lines(`
    select id, to_char(month, 'YYYY-MM') as month, kind, reason, missing, state, proposed_by as "proposedBy", ${utc('proposed_at')} as "proposedAt",
           decided_by as "decidedBy", ${utc('decided_at')} as "decidedAt"
      from reconciliation.month_request
     where month < :next::date and decided_at <= :closedAt and (month >= :first::date or decided_at > :previousClosedAt)`, 'decided_at, id'),
  'statements.ndjson': lines(`
    select s.id, s.seller_id as "sellerId", s.business_date as "businessDate", ${utc('r.cutoff')} as until, s.opening::text, s.movements::text,
           s.payout_amount::text as "payoutAmount", s.carried::text, s.hold_reason as "holdReason", s.reserve_released::text as "reserveReleased",
           s.debt_netted::text as "debtNetted", s.withheld::text, s.reserve_held::text as "reserveHeld", s.held_back::text as "heldBack",
           ${utc('s.created_at')} as "createdAt"
      from payouts.statement s join payouts.run r on r.id = s.run_id
     where s.business_date between :first::date and :last::date`, 's.business_date, s.seller_id collate "C"'),
  // The rows of one entry follow one another, because the checker adds them up.
  'statement-lines.ndjson': lines(`
    select l.statement_id as "statementId", l.entry_id::text as "entryId", l.posting_key as "postingKey", l.date as day, l.corrects, l.kind,
           l.order_id as "orderId", l.line_id as "lineId", l.tranche, l.product_id as "productId", l.category, l.gross::bigint::text,
           l.tax_free::bigint::text as "taxFree", l.discount_share::bigint::text as "discountShare",
           json_build_object(${charges((name) => `'${name}', l.${name}::bigint::text`)}) as charges, l.net::bigint::text, l.amount::text,
           ${ADJUSTMENT_REASON} as reason
      from (${statementLines(STATEMENTS)}) l join payouts.statement s on s.id = l.statement_id`,
    's.business_date, s.seller_id collate "C", l.entry_id, l.order_id, l.line_id, l.tranche'),
  // Numbers without gaps: the chain is checked from the first row to the last.
  'decisions.ndjson': lines(`
    select number::text, id, ${utc('at')} as at, kind, subject, service, actor, credential, reason, before::text, after::text,
           prev_hash as "prevHash", hash
      from audit.decision d
     where number between (select min(number) from audit.decision where at >= :from and at <= :closedAt)
                      and (select max(number) from audit.decision where at >= :from and at <= :closedAt)`, 'd.number'),
  'proofs.ndjson': lines(`
    select p.business_date as "businessDate", p.number, p.state, p.document, p.hash, p.signature, p.key_id as "keyId", p.public_key as "publicKey"
      from reconciliation.proof p
     where id between (select min(id) from reconciliation.proof where business_date > :first::date and signed_at <= :closedAt)
                  and (select max(id) from reconciliation.proof where business_date <= :next::date and signed_at <= :closedAt)
       and p.signed_at <= :closedAt`, 'p.id'),
  // A break that is as it was found has no change yet: one row without an action. A difference that was gone and is found again has
  // another business date from then on: a change has the date that held with it, so that the files of earlier months stay as they were.
  'breaks.ndjson': lines(`
    select b.id, b.class, b.subject, held.day as "businessDate", ${utc('held.opened_at')} as "openedAt", e.version, e.action,
           e.from_state as "fromState", e.to_state as "toState", e.actor, e.credential, e.reason, e.note, e.before, e.after, ${utc('e.at')} as at
      from reconciliation.break b left join reconciliation.break_event e on e.break_id = b.id and e.at <= :closedAt
      left join lateral (select f.before from reconciliation.break_event f
                          where f.break_id = b.id and f.before ->> 'openedAt' is not null order by f.version limit 1) first on true
     cross join lateral (
       select coalesce(e.after ->> 'businessDate', first.before ->> 'businessDate', b.business_date::text)::date as day,
              coalesce((e.after ->> 'openedAt')::timestamptz, (first.before ->> 'openedAt')::timestamptz, b.opened_at) as opened_at) held
     where held.day <= :next::date and coalesce(e.at, held.opened_at) <= :closedAt
       and (held.day > :first::date or coalesce(e.at, held.opened_at) > :previousClosedAt)`,
    'b.id, e.version'),
} as const satisfies Record<`${string}.ndjson`, Read>;

/** The journal: a file for each day with postings. */
export const JOURNAL: Read = statement(`${GIVEN}
  select 'journal/' || day || '.ndjson' as name, row_to_json(j)::text as line from (
    select p.id::text, p.key, p.template, to_char(e.effective_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
           ${utc('e.effective_at')} as "effectiveAt", ${utc('p.created_at')} as "createdAt", ${utc('p.corrects')} as corrects,
           p.facts_hash as "factsHash", e.entries
      from (select posting_id, min(effective_at) as effective_at,
                   json_agg(json_build_object('id', id::text, 'account', account_code, 'currency', currency, 'amount', amount::text)
                     order by id) as entries
              from ledger.entry where effective_at >= :from and effective_at < :until group by posting_id) e
      join ledger.posting p on p.id = e.posting_id
     order by 4, p.id) j`);
