import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { type Flaw, flaw } from '../ledger/flaw.js';
import { wrongSums } from './balance-sums.js';
import { copyToFile } from './copy.js';
import { orderDuck } from './duck-order.js';
import { keptComparisons } from './kept-comparisons.js';
import { type MonthDifference, monthFiles } from './month-files.js';
import { withClient } from './with-client.js';

const NAMED_MAX = 20;

export type KeptVerdict = Readonly<{
  flaws: readonly Flaw[];
  /** Months whose rows are only in files that are not at hand, YYYY-MM. */
  uncompared: readonly string[];
}>;

type SealedMonth = { month: string; detached: boolean; present: boolean };

/**
 * Compares what is kept for readers of sealed months (ledger.month_balance, ledger.month_template, ledger.kept_entry) with the months: with
 * their tables, or, where a month was dropped, with its files in `folder`/YYYY-MM; and the balances and totals with their sums.
 */
export async function verifyKept(db: DataSource, folder: string | null): Promise<KeptVerdict> {
  return withClient(db, async (client) => {
    const { rows: months } = await client.query<SealedMonth>(
      `select to_char(month, 'YYYY-MM') as month, detached_at is not null as detached,
              to_regclass('ledger.' || ledger.month_table(month)) is not null as present from ledger.month order by month`,
    );
    const flaws: Flaw[] = [];
    const uncompared: string[] = [];
    for (const one of months) {
      const differences = await differencesOf(client, one, folder);
      if (differences === null) uncompared.push(one.month);
      for (const { subject, ...texts } of differences ?? [])
        flaws.push(flaw({ check: 'KEPT', subject: `${one.month}/${subject}`, ...texts }));
    }
    return { flaws: [...flaws, ...(await wrongSums(client, NAMED_MAX))], uncompared };
  });
}

async function differencesOf(client: PoolClient, month: SealedMonth, folder: string | null) {
  if (month.present) return inTable(client, month);
  const files = folder === null ? null : resolve(folder, month.month);
  const isThere =
    files !== null &&
    (await access(join(files, monthFiles.entries)).then(
      () => true,
      () => false,
    ));
  return isThere ? inFiles(client, month.month, files) : null;
}

const balancesOf = (month: string): string =>
  `select account_code, currency, moved, entries from ledger.month_balance where month = '${month}-01'`;
const templatesOf = (month: string): string =>
  `select account_code, currency, template, moved, postings from ledger.month_template where month = '${month}-01'`;
const keptOf = (month: string): string =>
  `select posting_id, id, account_code, currency, amount, ledger.micros(effective_at) as effective from ledger.kept_entry
    where effective_at >= ledger.month_start('${month}-01') and effective_at < ledger.month_start(ledger.next_month('${month}-01'))`;
const statedOf = (month: string): string =>
  `select l.entry_id from payouts.statement_line l join ledger.posting p on p.key = l.posting_key
    where p.effective_at >= ledger.month_start('${month}-01') and p.effective_at < ledger.month_start(ledger.next_month('${month}-01'))`;

async function inTable(client: PoolClient, { month, detached }: SealedMonth): Promise<MonthDifference[]> {
  const differences: MonthDifference[] = [];
  const queries = keptComparisons({
    entries: `(select *, ledger.micros(effective_at) as effective from ledger.entry_${month.replace('-', '_')})`,
    postings: 'ledger.posting',
    balances: `(${balancesOf(month)})`,
    templates: `(${templatesOf(month)})`,
    kept: detached ? `(${keptOf(month)})` : null,
    stated: `(${statedOf(month)})`,
  });
  for (const query of queries)
    differences.push(...(await client.query<MonthDifference>(`${query} limit ${NAMED_MAX}`)).rows);
  return differences;
}

async function inFiles(client: PoolClient, month: string, folder: string): Promise<MonthDifference[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'jeongsan-kept-'));
  const copied = async (name: string, query: string): Promise<string> => {
    const path = join(scratch, `${name}.csv`);
    await copyToFile(client, query, path);
    return path;
  };
  try {
    return await orderDuck({
      ...{ do: 'kept', folder },
      balancesCsv: await copied('balances', balancesOf(month)),
      templatesCsv: await copied('templates', templatesOf(month)),
      keptCsv: await copied('kept', keptOf(month)),
      statedCsv: await copied('stated', statedOf(month)),
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
