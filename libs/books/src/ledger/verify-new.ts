import type { Executor } from '@jeongsan/sql';
import { flawOfPosting, flawOfSeal } from './bad-postings.js';
import { brokenSeals } from './broken-seals.js';
import { driftedAccounts } from './drifted-accounts.js';
import { changedMarks, changedSeals, usableVerification, verificationFlaw } from './earlier-verification.js';
import { type Flaw, flaw } from './flaw.js';
import { lastSeal, type LedgerPlace } from './ledger-range.js';
import { newRows } from './new-rows.js';
import { prepareVerifying } from './prepare-verifying.js';
import { allSums, combined, laterSums, type LedgerSums, marksAt, type RowSum, sealSum, totalsAt } from './row-sums.js';
import { placeOf, serverVersion, storeVerification, type Verification, type Verified } from './verification.js';
import { type LedgerReport, verifyLedger } from './verify-ledger.js';
import { wrongAccounts } from './wrong-accounts.js';

const NAMED_MAX = 20;

/**
 * Verifies what came since the last verification, and that the checkpoints are those of it: new postings balance and are what was posted, new seals are right, every
 * running balance is its checkpoint and the entries since. Older rows are not read, so a change of one that leaves all balances is found by
 * `verifyLedger` only. Verifies everything where nothing was verified yet. Must run in a REPEATABLE READ transaction.
 */
export async function verifyNew(tx: Executor): Promise<LedgerReport> {
  await prepareVerifying(tx);
  const { last, edited } = await usableVerification(tx);
  if (!last) return verifyLedger(tx);
  const after = placeOf(last.verified);
  const seals = await brokenSeals(tx, 's.id > $1', [BigInt(last.verified.sealId)]);
  const { place } = await lastSeal(tx);
  const { first, totals, ...counts } = await newRows(tx, after, place, NAMED_MAX);
  const drifted = await driftedAccounts(tx);
  const flaws: Flaw[] = [];
  for (const id of first) flaws.push(await flawOfPosting(tx, id, new Map()));
  for (const seal of seals.slice(0, NAMED_MAX)) flaws.push(await flawOfSeal(tx, seal, new Map()));
  for (const { code, cached, summed } of drifted.slice(0, NAMED_MAX))
    flaws.push(
      flaw({ check: 'ACCOUNT', subject: `account/${code}`, account: code, expected: `${summed}`, found: `${cached}` }),
    );
  flaws.push(...edited, ...(await changedSince(tx, last, totals, place)));
  return {
    ...counts,
    ...{ drifted: drifted.length, sealsBroken: seals.length, sound: flaws.length === 0, flaws },
  };
}

/** Seals and checkpoints that are not those of the last verification. A wrong account is named by reading all entries. */
async function changedSince(tx: Executor, last: Verification, totals: RowSum, place: LedgerPlace): Promise<Flaw[]> {
  const { id, verified } = last;
  const flaws: Flaw[] = [];
  if (totals.sum !== verified.totals.sum) {
    const { flaws: named } = await wrongAccounts(tx, place);
    flaws.push(...named.slice(0, NAMED_MAX));
    if (named.length === 0) flaws.push(verificationFlaw(id, `totals with the sum ${verified.totals.sum}`, totals.sum));
  }
  flaws.push(...(await changedSeals(tx, last)), ...(await changedMarks(tx, last)));
  return flaws;
}

/**
 * Keeps what a sound verification saw, up to the last seal; call in its transaction. A `NEW` one adds the new rows to the sums of the one
 * before. Nothing is kept before the first seal.
 */
export async function keepVerification(
  tx: Executor,
  kind: Verified['kind'],
  { businessDate, now }: Readonly<{ businessDate: string; now: Date }>,
): Promise<void> {
  const [seal] = await tx.query<{ id: string }[]>(`select s.id::text from ledger.seal s order by s.id desc limit 1`);
  if (!seal) return;
  const { place } = await lastSeal(tx);
  const { last } = await usableVerification(tx);
  const isNew = kind === 'NEW' && last !== null;
  const verified: Verified = {
    ...{ kind: isNew ? 'NEW' : 'FULL', businessDate, sealId: seal.id, server: await serverVersion(tx) },
    ...{ lastTxid: place.txid, lastPosting: String(place.posting) },
    sums: isNew ? await grownSums(tx, last.verified, place) : await fullSums(tx, last, place),
    totals: await totalsAt(tx, place, place),
    seals: await sealSum(tx, BigInt(seal.id)),
    marks: await marksAt(tx, place),
  };
  await storeVerification(tx, verified, now);
}

async function grownSums(tx: Executor, verified: Verified, place: LedgerPlace): Promise<LedgerSums> {
  const added = combined(await laterSums(tx, placeOf(verified)), await laterSums(tx, place), -1n);
  return combined(verified.sums, added, 1n);
}

/** Months that are detached keep the sums that they had. */
async function fullSums(tx: Executor, last: Verification | null, place: LedgerPlace): Promise<LedgerSums> {
  const found = combined(await allSums(tx), await laterSums(tx, place), -1n);
  return { ...found, entries: { ...last?.verified.sums.entries, ...found.entries } };
}
