import { randomUUID } from 'node:crypto';
import { isSigned, type ProofDocument } from '@jeongsan/books';
import { transaction } from '@jeongsan/database';
import type { Caller } from '@jeongsan/nest-kit';
import type { BreakClass, breakClasses, ResolutionWay } from '@jeongsan/platform-contract';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { proveNight } from '../prove-night/prove-night.js';
import { readStoredProof } from '../prove-night/replay-proof.js';
import type { AskedWay } from '../resolve-break/plan-settlement.js';
import { approveDecision, settleBreak } from '../resolve-break/settle-break.js';
import { listRecord } from './found-break.js';
import { clientOf, proofKey, settings } from './night.js';
import { WrongProvider } from './wrong-provider.js';

type Classes = typeof breakClasses;
type NeverSettled = { [C in BreakClass]: Classes[C]['ways'] extends readonly [] ? C : never }[BreakClass];
/** Classes whose breaks need days that were posted before. */
export type PostedClass = 'SETTLEMENT_CHANGED' | 'OVERDUE_SETTLEMENT';
/** Classes of the bank's statement. */
export type BankClass =
  | 'PAYOUT_FEE'
  | 'MISSING_DEPOSIT'
  | 'UNKNOWN_DEPOSIT'
  | 'DEPOSIT_AMOUNT'
  | 'MISSING_WITHDRAWAL'
  | 'UNKNOWN_WITHDRAWAL'
  | 'WITHDRAWAL_AMOUNT';
/** All other classes that a person settles: their breaks are found on the night after the day they are about. */
export type DayClass = Exclude<BreakClass, NeverSettled | PostedClass | BankClass>;

/** Books and a provider of their own for each test; closed only when the books are sound. */
export class BrokenNights {
  private database: TestDatabase | undefined;
  provider = new WrongProvider();
  api: ProviderApi = clientOf('http://127.0.0.1:9');

  async open(): Promise<void> {
    this.database = await testDatabase();
    this.provider = new WrongProvider();
    this.api = clientOf(await this.provider.start());
  }

  get db(): DataSource {
    if (!this.database) throw new Error('The books are not open');
    return this.database.db;
  }

  async close(): Promise<void> {
    await booksAreSound(this.db);
    await this.provider.stop();
    await this.database?.drop();
  }
}

/** A contract with one fee, in force before all days of these tests. `line`: the columns of the fee and their values. */
export const contractFee = (db: DataSource, line: Readonly<Record<string, string | number>>): Promise<unknown> =>
  db.query(
    `with t as (
       insert into reconciliation.fee_table (id, account, effective_from, state, reason, proposed_by, proposed_at, decided_by, decided_at)
       values (gen_random_uuid(), '', '2026-01-01', 'active', 'contract', 'person:kim', '2026-01-01', 'person:lee', '2026-01-01') returning id
     )
     insert into reconciliation.fee_line (table_id, rounding, vat_mode, ${Object.keys(line).join(', ')})
     select id, 'down', 'included', ${Object.keys(line)
       .map((_, place) => `$${place + 1}`)
       .join(', ')} from t`,
    Object.values(line),
  );

const person = (name: string): Caller => ({
  ...{ actor: `person:${name}`, credential: `test#${name}`, roles: ['admin'], signedInSecondsAgo: 1 },
});
const policy = { approval: { limits: null, reauthThreshold: 0n, reauthSeconds: 900 }, secondPersonAbove: 0n };

export type OpenBreak = Readonly<{ id: string; class: BreakClass; amount: bigint | null }>;
export const openBreaksOf = (db: DataSource): Promise<OpenBreak[]> =>
  db.query<OpenBreak[]>(
    `select id, class, amount from reconciliation.break where resolved_at is null order by class, subject`,
  );

function asked(way: ResolutionWay, { amount }: OpenBreak, key: string): AskedWay {
  if (way === 'adjust')
    return { way, counterAccount: 'platform:adjustments', ...((amount ?? 0n) === 0n && { gain: 1n }) };
  return way === 'force' ? { way, key } : { way };
}

/** A decision about a break that one person asks for and, where it waits for a second one, another approves. */
const decided = (db: DataSource, breakId: string, way: AskedWay, at: Date): Promise<unknown> =>
  transaction(db, async (tx) => {
    const id = randomUUID();
    const done = await settleBreak(tx, { ...way, id, breakId, reason: 'known' }, person('kim'), policy, at);
    if (done === 'proposed') await approveDecision(tx, id, person('lee'), policy, at);
  });

/** Settles a break; a forced match names a record of the same amount that no comparison of these tests reads. */
export async function settle(db: DataSource, open: OpenBreak, way: ResolutionWay, at: Date): Promise<unknown> {
  const key = `matched-${randomUUID()}`;
  if (way === 'force') await listRecord(db, key, open.amount ?? 1n);
  return decided(db, open.id, asked(way, open, key), at);
}

/** Takes the settlement of a break back. */
export const reopen = (db: DataSource, { id }: OpenBreak, at: Date): Promise<unknown> =>
  decided(db, id, { way: 'reopen' }, at);

/** The state of a night's last proof, whose signature is checked, and the equations that leave it unproven. */
export async function proofOf(db: DataSource, date: string): Promise<{ state: string; differing: string[] }> {
  const { document, signature } = await readStoredProof(db, date, undefined);
  if (!isSigned(Buffer.from(document), signature, proofKey.publicKey))
    throw new Error(`The proof of ${date} is not signed with the key of the tests`);
  const { state, equations } = JSON.parse(document) as ProofDocument;
  const differing = equations
    .filter(({ verdict }) => verdict === 'DIFFERS')
    .map(({ name, difference }) => `${name} ${difference}`);
  return { state, differing };
}

/** Proves a night again whose breaks were settled since. */
export async function provenAgain(db: DataSource, date: string, at: Date): ReturnType<typeof proofOf> {
  await proveNight(db, { businessDate: date, now: at }, settings, 2);
  return proofOf(db, date);
}

/** The nights that are unproven, or of which an equation differs. */
export const unprovenOf = (nights: readonly Awaited<ReturnType<typeof proofOf>>[]): readonly object[] =>
  nights.filter(({ state, differing }) => state === 'UNPROVEN' || differing.length > 0);
