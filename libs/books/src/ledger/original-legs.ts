import { createHash } from 'node:crypto';

export type Leg = Readonly<{ entryId: string | null; account: string; currency: string; amount: bigint }>;

/** Amounts that the sealed entries of accounts lack, by `nameOf`: the checkpoint less the sum of the entries. */
export type Missing = ReadonlyMap<string, bigint>;

const SEPARATOR = ' ';
export const nameOf = (account: string, currency: string): string => `${account}${SEPARATOR}${currency}`;

/** Missing amounts of more accounts than this are not tried: the ledger then has more than a few changed rows. */
const MISSING_MAX = 50;

/** The difference between the entries of a posting and the entries that its facts had. */
export type LegDifference = Readonly<{ expected: Leg | null; found: Leg | null }>;

/**
 * Hash of a posting's facts, from its entries in the order of their ids: the two entries of each transfer stand side by side. It is
 * the hash that libs/database stores with the posting.
 */
export function factsHashOf(legs: readonly Leg[]): string {
  const transfers: string[] = [];
  for (let at = 0; at < legs.length; at += 2) {
    const [debit, credit] = [legs[at], legs[at + 1]];
    transfers.push(`${debit?.account}|${credit?.account}|${debit?.amount}|${debit?.currency}`);
  }
  return createHash('sha256').update(transfers.join('\n')).digest('hex');
}

/**
 * The first entry of a posting that differs from the posting's stored facts. Tries what can have happened to one posting: one amount or one
 * account changed, several amounts changed, an entry or all entries deleted. Null when no attempt fits the stored hash.
 */
export function firstDifference(found: readonly Leg[], factsHash: string, missing: Missing): LegDifference | null {
  for (const attempt of attempts(found, missing)) {
    if (factsHashOf(attempt) === factsHash) return differenceOf(found, attempt);
  }
  return null;
}

function* attempts(found: readonly Leg[], missing: Missing): Generator<Leg[]> {
  const lacking = missing.size > MISSING_MAX ? [] : [...missing].map(legOf);
  for (const [at, leg] of found.entries()) {
    yield found.with(at, { ...leg, amount: leg.amount - sumOf(found, leg.currency) });
    for (const { account } of lacking) yield found.with(at, { ...leg, account });
  }
  yield found.map((leg) => ({
    ...leg,
    amount: leg.amount + (missing.get(nameOf(leg.account, leg.currency)) ?? 0n),
  }));
  for (const leg of lacking) {
    const amount = -sumOf(found, leg.currency);
    for (let at = 0; at <= found.length; at += 1) yield found.toSpliced(at, 0, { ...leg, amount });
  }
  if (found.length === 0) {
    for (const debit of lacking) for (const credit of lacking) if (debit !== credit) yield [debit, credit];
  }
}

function legOf([name, amount]: readonly [string, bigint]): Leg {
  const [account = '', currency = ''] = name.split(SEPARATOR);
  return { entryId: null, account, currency, amount };
}

const sumOf = (legs: readonly Leg[], currency: string): bigint =>
  legs.reduce((sum, leg) => (leg.currency === currency ? sum + leg.amount : sum), 0n);

function differenceOf(found: readonly Leg[], original: readonly Leg[]): LegDifference | null {
  if (found.length === original.length) {
    const at = found.findIndex((leg, n) => leg.amount !== original[n]?.amount || leg.account !== original[n]?.account);
    return at < 0 ? null : { expected: original[at] ?? null, found: found[at] ?? null };
  }
  return { expected: original.find(({ entryId }) => entryId === null) ?? null, found: null };
}

export const legText = (leg: Leg | null): string =>
  leg === null ? 'no entry' : `${leg.amount} ${leg.currency} on ${leg.account}`;
