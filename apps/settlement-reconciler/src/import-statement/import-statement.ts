import { createHash, randomUUID } from 'node:crypto';
import { businessDateOf } from '@jeongsan/calendar';
import type { Input, Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import { type importBankStatement, refuse } from '@jeongsan/platform-contract';
import { bigint, date, int, manyRows, statement, text } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { parseCamt } from './parse-camt.js';
import { parseCsv } from './parse-csv.js';
import { type ParsedStatement, requireSound, type StatementRow, textOf } from './statement-row.js';

type Asked = Input<typeof importBankStatement>['body'];
type View = Output<typeof importBankStatement>;

const parsers = { csv: parseCsv, 'camt.053': parseCamt } as const satisfies Record<
  Asked['format'],
  (text: string) => ParsedStatement
>;

/** SQL: the columns of a statement of `reconciliation.bank_statement`. */
export const STATEMENT_VIEW = `id, bank_account as "bankAccount", account, format, content_hash as "contentHash", from_day::text as "from",
  to_day::text as "to", covers, rows, uploaded_by as "uploadedBy", uploaded_at as "uploadedAt"`;

/**
 * Takes the statement of a bank account with all its rows, or nothing. The same file again for the same days and comparison answers the
 * statement that it made; rows of a statement that overlaps an earlier one are taken once. In both cases the words of this request
 * say of what kind the rows are. Throws BANK_STATEMENT_UNREADABLE, BANK_STATEMENT_ROWS, BANK_STATEMENT_PERIOD, BANK_STATEMENT_ACCOUNT.
 */
export async function importStatement(tx: EntityManager, asked: Asked, by: Actor, now: Date): Promise<View> {
  const bytes = Buffer.from(asked.content, 'base64');
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('bank-statement/' || $1, 0))`, [asked.bankAccount]);
  const { known, contentHash } = await findSame(tx, asked, bytes);
  await requireSameAccount(tx, asked);
  const parsed = parsers[asked.format](textOf(bytes));
  const id = known?.id ?? randomUUID();
  requireStorable(parsed.rows);
  const row = identified(parsed.rows, asked);
  if (known) {
    await STORE_ROWS.rows(tx, { id, bankAccount: asked.bankAccount, row });
    return known;
  }
  const [from, to] = periodOf(asked, parsed, businessDateOf(now));
  const { bankAccount, account, format, covers } = asked;
  await STORE_STATEMENT.rows(tx, {
    ...{ id, bankAccount, account, format, contentHash, from, to, covers, by, now },
    rows: parsed.rows.length,
  });
  await STORE_ROWS.rows(tx, { id, bankAccount, row });
  const stored = await findStatement(tx, bankAccount, contentHash);
  if (!stored) throw new Error(`The statement ${id} is gone right after it was written`);
  return stored;
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/**
 * The statement that this file made. For other days, or for another comparison, the same file makes a further statement, so that days or a
 * comparison that an upload left out can be added. Files without a movement are alike: each period makes a statement of them.
 */
async function findSame(tx: EntityManager, { bankAccount, from, to, covers }: Asked, bytes: Uint8Array) {
  const contentHash = hashOf(bytes);
  const known = await findStatement(tx, bankAccount, contentHash);
  if (!known) return { known, contentHash };
  const isSamePeriod = (from ?? known.from) === known.from && (to ?? known.to) === known.to;
  if (isSamePeriod && covers === known.covers) return { known, contentHash };
  const period = isSamePeriod ? '' : `${from ?? ''} ${to ?? ''}`;
  const ofThese = hashOf(bytes, period, covers === known.covers ? '' : ` ${covers}`);
  return { known: await findStatement(tx, bankAccount, ofThese), contentHash: ofThese };
}

async function findStatement(tx: EntityManager, bankAccount: string, contentHash: string): Promise<View | undefined> {
  const [found] = await tx.query<View[]>(
    `select ${STATEMENT_VIEW} from reconciliation.bank_statement where bank_account = $1 and content_hash = $2`,
    [bankAccount, contentHash],
  );
  return found;
}

/** The name of the provider's account that a bank account was given first: its days are compared with that one alone. */
async function requireSameAccount(tx: EntityManager, { bankAccount, account }: Asked): Promise<void> {
  const [other] = await tx.query<{ account: string }[]>(
    `select account from reconciliation.bank_statement where bank_account = $1 and account <> $2 limit 1`,
    [bankAccount, account],
  );
  if (!other) return;
  const named = other.account === '' ? 'the main account' : `account ${other.account}`;
  throw refuse('BANK_STATEMENT_ACCOUNT', `Earlier statements of ${bankAccount} are of ${named} at the provider`);
}

/** Postgres stores no U+0000. */
function requireStorable(rows: readonly StatementRow[]): void {
  const isBad = (value: string | null): boolean => value?.includes('\0') ?? false;
  const bad = rows.filter(({ counterparty, memo, reference }) => [counterparty, memo, reference].some(isBad));
  requireSound(bad.map(({ position }) => ({ row: position, field: 'text', problem: 'a character U+0000' })));
}

function periodOf(asked: Asked, { rows, fromDay, toDay }: ParsedStatement, today: string): readonly [string, string] {
  const days = rows.map(({ day }) => day).sort();
  const [from, to] = [asked.from ?? fromDay ?? days[0], asked.to ?? toDay ?? days.at(-1)];
  if (from === undefined || to === undefined)
    throw refuse(
      'BANK_STATEMENT_PERIOD',
      'A statement without a movement must name the days from and to that it covers',
    );
  if (from > to)
    throw refuse('BANK_STATEMENT_PERIOD', `The statement is from ${from}, which is after its last day ${to}`);
  const [first = from, last = to] = [days[0], days.at(-1)];
  if (first < from || last > to)
    throw refuse('BANK_STATEMENT_PERIOD', `The rows are from ${first} to ${last}, the statement from ${from} to ${to}`);
  if (to > today)
    throw refuse(
      'BANK_STATEMENT_PERIOD',
      `The statement covers days up to ${to}, which have not been: today is ${today}`,
    );
  return [from, to];
}

type IdentifiedRow = StatementRow & Readonly<{ kind: string; contentHash: string }>;

const FEE = /수수료|\bfees?\b/i;

/** The kind of each row, and a hash that the same movement has in every statement that lists it. */
function identified(rows: readonly StatementRow[], asked: Asked): IdentifiedRow[] {
  const times = new Map<string, number>();
  return rows.map((row) => {
    const { day, amount, currency, counterparty, memo, reference, balance } = row;
    const facts = JSON.stringify([
      day,
      amount.toString(),
      currency,
      counterparty,
      memo,
      reference,
      balance?.toString(),
    ]);
    const time = (times.get(facts) ?? 0) + 1;
    times.set(facts, time);
    return {
      ...row,
      kind: kindOf(row, asked),
      contentHash: hashOf(`${time} ${facts}`),
    };
  });
}

function kindOf({ amount, counterparty, memo, currency }: StatementRow, { provider, payouts }: Asked): string {
  const words = `${counterparty ?? ''} ${memo ?? ''}`;
  const isOf = (name: string | undefined): boolean => name === undefined || words.includes(name);
  if (currency !== 'KRW') return 'other';
  if (amount > 0n) return isOf(provider) ? 'settlement' : 'other';
  if (FEE.test(words)) return 'fee';
  return isOf(payouts) ? 'payout' : 'other';
}

const STORE_STATEMENT = statement(`
  insert into reconciliation.bank_statement
    (id, bank_account, account, format, content_hash, from_day, to_day, covers, rows, uploaded_by, uploaded_at)
  values (:id, :bankAccount, :account, :format, :contentHash, :from, :to, :covers, :rows, :by, :now)`);

const STORE_ROWS = statement(
  `insert into reconciliation.bank_row (statement_id, bank_account, :row.columns)
   select :id::uuid, :bankAccount::text, r.* from :row.unnest as r(:row.columns)
   on conflict (bank_account, content_hash) do update set kind = excluded.kind where bank_row.kind <> excluded.kind`,
  {
    row: manyRows<IdentifiedRow>({
      position: int((r) => r.position),
      day: date((r) => r.day),
      amount: bigint((r) => r.amount),
      currency: text((r) => r.currency),
      kind: text((r) => r.kind),
      counterparty: text((r) => r.counterparty),
      memo: text((r) => r.memo),
      reference: text((r) => r.reference),
      balance: bigint((r) => r.balance),
      raw: text((r) => r.raw),
      content_hash: text((r) => r.contentHash),
    }),
  },
);
