/** A place in the order in which postings are sealed. */
export type LedgerPlace = Readonly<{ txid: string; posting: bigint }>;
export const LEDGER_START: LedgerPlace = { txid: '0', posting: 0n };

/**
 * Postings `p` after place ($1, $2) until place ($3, $4). Ids alone do not order them: a transaction that took its ids early may
 * commit late. Transaction ids do, once all older ones have ended.
 */
export const inRange = `(p.txid, p.id) > ($1::xid8, $2::bigint) and (p.txid, p.id) <= ($3::xid8, $4::bigint)`;
export const rangeOf = (after: LedgerPlace, until: LedgerPlace): unknown[] => [
  after.txid,
  after.posting.toString(),
  until.txid,
  until.posting.toString(),
];

/** One row (postings, hash) for the range; $5 is the hash before it. Every column that means money or its place is in it. */
export const sealedContent = `
select count(*) as postings,
       encode(sha256(convert_to($5, 'UTF8') || coalesce(string_agg(
         record_send(row(p.id, p.key, p.facts_hash, p.effective_at)) || coalesce(e.content, ''::bytea),
         ''::bytea order by p.txid, p.id), ''::bytea)), 'hex') as hash
  from ledger.posting p
  left join (
    select e.posting_id,
           string_agg(record_send(row(e.id, e.account_code, e.currency, e.amount, e.effective_at)), ''::bytea order by e.id) as content
      from ledger.posting p join ledger.entry e on e.posting_id = p.id
     where ${inRange}
     group by e.posting_id
  ) e on e.posting_id = p.id
 where ${inRange}`;

/** Postings (id, sum) of the range that do not balance, or have no entries. */
export const unbalancedPostings = `
select p.id, coalesce(sum(e.amount), 0)::bigint as sum
  from ledger.posting p left join ledger.entry e on e.posting_id = p.id
 where ${inRange}
 group by p.id, e.currency
having sum(e.amount) is distinct from 0`;

/** Entries `e` that no seal covers yet, as a FROM clause. */
export const unsealedEntries = `
  ledger.posting p join ledger.entry e on e.posting_id = p.id
   and (p.txid, p.id) > (coalesce((select s.last_txid from ledger.seal s order by s.id desc limit 1), '0'::xid8),
                         coalesce((select s.last_posting from ledger.seal s order by s.id desc limit 1), 0))`;
