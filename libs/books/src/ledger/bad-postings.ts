import { type Executor, statement } from '@jeongsan/sql';
import { type BrokenSeal } from './broken-seals.js';
import { type Flaw, flaw } from './flaw.js';
import { afterOf, inRange, untilOf } from './ledger-range.js';
import { factsHashOf, firstDifference, type Leg, legText, type Missing } from './original-legs.js';

type PostingRow = { id: bigint; key: string; facts_hash: string; legs: LegRow[] };
type LegRow = { id: string; account: string; currency: string; amount: string; in_time: boolean };

const POSTINGS_PER_READ = 1_000;

const postingRows = (which: string): string => `
  select p.id, p.key, p.facts_hash,
         coalesce((select jsonb_agg(jsonb_build_object('id', e.id::text, 'account', e.account_code, 'currency', e.currency,
                                                       'amount', e.amount::text, 'in_time', e.effective_at = p.effective_at) order by e.id)
                     from ledger.entry e where e.posting_id = p.id), '[]') as legs
    from ledger.posting p where ${which} order by p.txid, p.id`;

const ONE = statement(postingRows('p.id = :id'));
const IN_RANGE = statement(`${postingRows(inRange)} limit :most offset :skipped`);

/** The first entry of a posting that differs from the posting's facts, as a flaw. */
export async function flawOfPosting(tx: Executor, id: bigint, missing: Missing): Promise<Flaw> {
  const [row] = await ONE.rows<PostingRow>(tx, { id });
  if (!row)
    return flaw({ check: 'ENTRIES', subject: `posting/${id}`, expected: 'a posting', found: 'entries without one' });
  return (
    flawIn(row, missing) ?? flaw({ ...named(row), check: 'ENTRIES', expected: 'its facts', found: 'other entries' })
  );
}

/**
 * The first posting of a broken seal whose entries differ from its facts. Where entries and facts agree everywhere, the seal
 * itself is the flaw: a posting was deleted or added, its key or its facts were changed, or the chain before it was.
 */
export async function flawOfSeal(tx: Executor, seal: BrokenSeal, missing: Missing): Promise<Flaw> {
  const range = { ...afterOf(seal.after), ...untilOf(seal.until) };
  for (let skipped = 0; ; skipped += POSTINGS_PER_READ) {
    const rows = await IN_RANGE.rows<PostingRow>(tx, { ...range, most: POSTINGS_PER_READ, skipped });
    for (const row of rows) {
      const found = flawIn(row, missing);
      if (found) return found;
    }
    if (rows.length < POSTINGS_PER_READ) return chainFlaw(seal);
  }
}

const chainFlaw = ({ id, expected, found }: BrokenSeal): Flaw =>
  flaw({
    check: 'SEAL',
    subject: `seal/${id}`,
    expected: `${expected.postings} postings, hash ${expected.hash}`,
    found: `${found.postings} postings, hash ${found.hash}`,
  });

const named = ({ id, key }: PostingRow) => ({ subject: `posting/${id}`, postingKey: key });

function flawIn(row: PostingRow, missing: Missing): Flaw | null {
  const legs = row.legs.map(({ id, account, currency, amount }): Leg => ({
    entryId: id,
    account,
    currency,
    amount: BigInt(amount),
  }));
  const moved = row.legs.findIndex((leg) => !leg.in_time);
  if (moved >= 0) {
    const [entryId, account] = [legs[moved]?.entryId ?? null, legs[moved]?.account ?? null];
    const texts = { expected: 'the time of its posting', found: 'another time' };
    return flaw({ ...named(row), check: 'ENTRIES', entryId, account, ...texts });
  }
  const isEven = legs.length > 0 && legs.length % 2 === 0;
  if (isEven && factsHashOf(legs) === row.facts_hash) return null;
  const difference = firstDifference(legs, row.facts_hash, missing);
  if (difference === null) {
    const expected = `entries with the hash ${row.facts_hash}`;
    return flaw({ ...named(row), check: 'ENTRIES', expected, found: legs.map(legText).join('; ') || 'no entry' });
  }
  const { expected, found } = difference;
  return flaw({
    ...named(row),
    check: 'ENTRIES',
    entryId: found?.entryId ?? null,
    account: expected?.account ?? found?.account ?? null,
    expected: legText(expected),
    found: legText(found),
  });
}
