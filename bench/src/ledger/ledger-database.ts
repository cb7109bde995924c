import { randomUUID } from 'node:crypto';
import { connectDatabase, migrate, postLedger } from '@jeongsan/database';
import { lineMatured, paymentApproved, payoutReserved } from '@jeongsan/ledger';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';
import { ask } from '../harness/bench-server.js';
import { sellerName } from './operations.js';

const SELLERS_PER_CALL = 200;
const POSTINGS_PER_CALL = 500;
const PAYABLE = 1_000_000_000_000n;
const RESERVED = 500_000_000_000n;

/** Migrates a new database and gives its sellers money in the only way there is, through postings. */
export async function prepareLedger(url: string, sellers: number): Promise<void> {
  await withDatabase(url, async (db) => {
    await migrate(db);
    for (let first = 0; first < sellers; first += SELLERS_PER_CALL) {
      const some = Array.from({ length: Math.min(SELLERS_PER_CALL, sellers - first) }, (_, i) => sellerName(first + i));
      await postLedger(db, some.flatMap(openingOf));
    }
    await db.query('vacuum analyze');
  });
}

/** Posts until there are this many entries: the history of an older market. */
export async function growLedger(url: string, entries: number, sellers: number): Promise<void> {
  await withDatabase(url, async (db) => {
    let missing = entries - (await countEntries(url));
    for (let n = 0; missing > 0; missing -= 2 * POSTINGS_PER_CALL) {
      const count = Math.min(POSTINGS_PER_CALL, Math.ceil(missing / 2));
      const facts = { amount: 1n, effectiveAt: new Date() };
      const some = Array.from({ length: count }, () =>
        payoutReserved({ ...facts, payoutId: randomUUID(), sellerId: sellerName((n += 1) % sellers) }),
      );
      await postLedger(db, some);
    }
    await db.query('vacuum analyze');
  });
}

async function withDatabase(url: string, work: (db: DataSource) => Promise<void>): Promise<void> {
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'bench-prepare' });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

function openingOf(sellerId: string) {
  const effectiveAt = new Date();
  const amounts = { ...NO_AMOUNTS, paid: PAYABLE };
  return [
    paymentApproved({ paymentId: `opening/${sellerId}`, effectiveAt, lines: [{ sellerId, ...amounts }] }),
    lineMatured({ lineKey: `opening/${sellerId}`, sellerId, amount: PAYABLE, effectiveAt }),
    payoutReserved({ payoutId: `opening/${sellerId}`, sellerId, amount: RESERVED, effectiveAt }),
  ];
}

async function countEntries(url: string): Promise<number> {
  const [row] = await ask<{ n: number }>(url, 'select count(*)::int as n from ledger.entry');
  return row?.n ?? 0;
}

/** What must be true of the books whatever was posted. */
export const LEDGER_PROOF = `
select (select count(*)::int from ledger.posting) as postings, (select count(*)::int from ledger.entry) as entries,
       (select coalesce(sum(amount), 0)::text from ledger.entry) as sum,
       (select count(*)::int from ledger.account a
         where a.guarded and a.balance <> (select coalesce(sum(amount), 0) from ledger.entry e
                                            where e.account_code = a.code and e.currency = a.currency)) as drifted`;

export type Proof = Readonly<{ postings: number; entries: number; sum: string; drifted: number }>;

/** Compares the books with what was acknowledged since they were last seen. Returns what is wrong, nothing when all is well. */
export async function proveBooks(
  proofOf: () => Promise<Proof>,
  before: Proof,
  acknowledged: number,
): Promise<string[]> {
  const now = await proofOf();
  return [
    ...(now.postings - before.postings === acknowledged
      ? []
      : [`${acknowledged} postings were acknowledged and ${now.postings - before.postings} are there`]),
    ...(now.entries - before.entries === 2 * acknowledged
      ? []
      : [`${acknowledged} postings have ${now.entries - before.entries} entries`]),
    ...(now.sum === '0' ? [] : [`All entries add up to ${now.sum}`]),
    ...(now.drifted === 0 ? [] : [`${now.drifted} balances are not the sum of their entries`]),
  ];
}

export const proofFrom = (url: string, sql: string) => async (): Promise<Proof> => {
  const [row] = await ask<Proof>(url, sql);
  if (!row) throw new Error('A proof is one row');
  return row;
};
