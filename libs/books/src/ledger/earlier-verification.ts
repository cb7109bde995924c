import type { Executor } from '@jeongsan/sql';
import { type Flaw, flaw } from './flaw.js';
import { LEDGER_START, type LedgerPlace } from './ledger-range.js';
import { allSums, combined, differencesOf, laterSums, marksAt, type RowSum, sealSum } from './row-sums.js';
import { brokenVerification, lastVerification, placeOf, serverVersion, type Verification } from './verification.js';

/** Whether the sealed rows are those of the last verification. Without one that can be used they count as different. */
export type Earlier = Readonly<{
  isSame: boolean;
  sealId: bigint;
  /** Where the rows that it saw end. */
  place: LedgerPlace;
  /** Stored verifications that were changed. */
  edited: readonly Flaw[];
  differences: readonly Flaw[];
  /** Marks of corrections that are not those that it saw. */
  marks: readonly Flaw[];
}>;

export const verificationFlaw = (id: bigint, expected: string, found: string): Flaw =>
  flaw({ check: 'VERIFICATION', subject: `verification/${id}`, expected, found });

/** The last verification, if rows can be compared with it; and flaws of the chain of verifications. */
export async function usableVerification(
  tx: Executor,
): Promise<Readonly<{ last: Verification | null; edited: readonly Flaw[] }>> {
  const broken = await brokenVerification(tx);
  if (broken !== null)
    return { last: null, edited: [verificationFlaw(broken, 'the verification that was hashed', 'another one')] };
  const last = await lastVerification(tx);
  return { last: last?.verified.server === (await serverVersion(tx)) ? last : null, edited: [] };
}

export async function compareWithEarlier(tx: Executor): Promise<Earlier> {
  const { last, edited } = await usableVerification(tx);
  if (!last) return { isSame: false, sealId: 0n, place: LEDGER_START, edited, differences: [], marks: [] };
  const { id, verified } = last;
  const place = placeOf(verified);
  const sums = combined(await allSums(tx), await laterSums(tx, place), -1n);
  const differences = differencesOf(verified.sums, sums, await detachedMonths(tx)).map(({ part, expected, found }) =>
    verificationFlaw(id, `${part}: ${expected}`, found),
  );
  const sealId = BigInt(verified.sealId);
  differences.push(...(await changedSeals(tx, last)));
  const marks = await changedMarks(tx, last);
  return { isSame: differences.length === 0, sealId, place, edited, differences, marks };
}

/** The seals up to a verification, where they are not those that it saw. */
export async function changedSeals(tx: Executor, { id, verified }: Verification): Promise<Flaw[]> {
  const seals = await sealSum(tx, BigInt(verified.sealId));
  if (seals.sum === verified.seals.sum) return [];
  const expected = `${verified.seals.rows} seals, sum ${verified.seals.sum}`;
  return [verificationFlaw(id, expected, `${seals.rows} seals, sum ${seals.sum}`)];
}

/** The marks of corrections up to a verification, where they are not those that it saw. */
export async function changedMarks(tx: Executor, { id, verified }: Verification): Promise<Flaw[]> {
  if (!verified.marks) return [];
  const marks = await marksAt(tx, placeOf(verified));
  if (marks.rows === verified.marks.rows && marks.sum === verified.marks.sum) return [];
  const textOf = ({ rows, sum }: RowSum) => `${rows} corrections of closed months, sum ${sum}`;
  return [verificationFlaw(id, textOf(verified.marks), textOf(marks))];
}

export async function detachedMonths(tx: Executor): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ month: string }[]>(
    `select to_char(month, 'YYYY-MM') as month from ledger.month where detached_at is not null`,
  );
  return new Set(rows.map(({ month }) => month));
}
