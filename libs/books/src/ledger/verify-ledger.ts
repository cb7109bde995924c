import type { Executor } from '@jeongsan/sql';
import { flawOfPosting, flawOfSeal } from './bad-postings.js';
import { brokenSeals } from './broken-seals.js';
import type { Flaw } from './flaw.js';
import { isAway } from './away.js';
import { changedFacts } from './changed-facts.js';
import { compareWithEarlier } from './earlier-verification.js';
import { lastSeal, LEDGER_START } from './ledger-range.js';
import { prepareVerifying } from './prepare-verifying.js';
import { wrongAccounts } from './wrong-accounts.js';

/** Postings, seals and accounts of each kind that are reported by name; the counts count all. */
const NAMED_MAX = 20;

export type LedgerReport = Readonly<{
  postings: number;
  entries: number;
  unbalanced: number;
  drifted: number;
  sealsBroken: number;
  sound: boolean;
  /** The first bad rows, in the order of the ledger. */
  flaws: Flaw[];
}>;

/**
 * Recomputes the whole ledger: every posting balances, every running balance and every checkpoint is the sum of its entries, every row is as
 * the last verification saw it, the seals since are right, and the postings since are what was posted. The seals before are recomputed, which
 * takes ten times as long, when a row is not, or when `recompute` is `seals`; with `seals` all postings are held against what was posted. Names the first bad rows. Must run in a REPEATABLE READ transaction.
 */
export async function verifyLedger(tx: Executor, recompute: 'sums' | 'seals' = 'sums'): Promise<LedgerReport> {
  await prepareVerifying(tx);
  const counts = await countPostings(tx);
  const { place } = await lastSeal(tx);
  const accounts = await wrongAccounts(tx, place);
  const earlier = await compareWithEarlier(tx);
  const changed = await changedFacts(tx, recompute === 'sums' ? earlier.place : LEDGER_START, NAMED_MAX);
  const sealsSince = recompute === 'sums' && earlier.isSame ? earlier.sealId : 0n;
  const seals = await brokenSeals(tx, 's.id > $1', [sealsSince]);
  const flaws: Flaw[] = [];
  for (const id of new Set([...counts.first, ...changed])) flaws.push(await flawOfPosting(tx, id, accounts.missing));
  for (const seal of seals.slice(0, NAMED_MAX)) flaws.push(await flawOfSeal(tx, seal, accounts.missing));
  flaws.push(...accounts.flaws.slice(0, NAMED_MAX));
  // Rows that differ from an earlier verification while every seal is right: the verification was edited.
  const differences = flaws.length === 0 ? earlier.differences : [];
  flaws.push(...earlier.edited, ...earlier.marks, ...differences);
  const { postings, entries, unbalanced } = counts;
  const [drifted, sealsBroken] = [accounts.drifted, seals.length];
  return { postings, entries, unbalanced, drifted, sealsBroken, sound: flaws.length === 0, flaws: distinct(flaws) };
}

/** A posting that neither balances nor fits its seal is named once. */
const distinct = (flaws: readonly Flaw[]): Flaw[] => [
  ...new Map(flaws.map((one) => [`${one.check} ${one.subject} ${one.expected}`, one])).values(),
];

type Counts = Readonly<{ postings: number; entries: number; unbalanced: number; first: readonly bigint[] }>;

/**
 * Postings without entries count as unbalanced, because their entries must have been lost; so do entries without a posting. A posting in two
 * currencies makes two groups, which costs one more search.
 */
async function countPostings(tx: Executor): Promise<Counts> {
  const [counts] = await tx.query<Record<'postings' | 'groups' | 'away' | 'entries' | 'unbalanced', bigint>[]>(
    `select (select count(*) from ledger.posting) as postings,
            (select coalesce(sum(postings), 0)::bigint from ledger.month where detached_at is not null) as away,
            count(*) as groups, coalesce(sum(entries), 0)::bigint as entries, count(*) filter (where sum <> 0) as unbalanced
       from (select count(*) as entries, sum(amount) as sum from ledger.entry group by posting_id, currency) g`,
  );
  if (!counts) throw new Error('Postgres counted nothing');
  const first = counts.unbalanced > 0n ? await firstUnbalanced(tx) : [];
  const alone = counts.postings === counts.groups + counts.away ? [] : await withoutOther(tx);
  return {
    postings: Number(counts.postings),
    entries: Number(counts.entries),
    unbalanced: Number(counts.unbalanced) + alone.length,
    first: [...first, ...alone.slice(0, NAMED_MAX)],
  };
}

async function firstUnbalanced(tx: Executor): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }[]>(
    `select distinct posting_id as id from (
       select posting_id from ledger.entry group by posting_id, currency having sum(amount) <> 0) u order by 1 limit ${NAMED_MAX}`,
  );
  return rows.map(({ id }) => id);
}

/** Ids of postings that have no entries, and of entries' postings that do not exist. */
async function withoutOther(tx: Executor): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }[]>(
    `select p.id from ledger.posting p where not exists (select from ledger.entry e where e.posting_id = p.id) and not ${isAway('p')}
     union
     select e.posting_id from ledger.entry e where not exists (select from ledger.posting p where p.id = e.posting_id)
      order by id`,
  );
  return rows.map(({ id }) => id);
}
