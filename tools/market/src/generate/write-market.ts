import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cancelColumns, writeParts } from '../market-files/cancels-file.js';
import { holdColumns } from '../market-files/holds-file.js';
import type { MarketFile } from '../market-files/market-files-invalid.js';
import type { Market } from '../market-files/market.js';
import { orderColumns } from '../market-files/orders-file.js';
import { sellerColumns } from '../market-files/sellers-file.js';
import { termsColumns, writeCycle, writeReserve, writeTranches } from '../market-files/terms-file.js';

type Cell = string | number | bigint | undefined;

/** The files a market is written as, in the form the reader takes. */
export function marketFiles(market: Market): Record<MarketFile, string> {
  const lines = market.orders.flatMap(({ lines, ...order }) => lines.map((line) => ({ ...order, ...line })));
  const terms = market.terms.map(({ cycle, tranches, reserve, ...rest }) => ({
    ...rest,
    cycle: writeCycle(cycle),
    tranches: writeTranches(tranches),
    reserve: writeReserve(reserve),
  }));
  return {
    'sellers.csv': table(sellerColumns, market.sellers),
    'terms.csv': table(termsColumns, terms),
    'orders.csv': table(orderColumns, lines),
    'cancels.csv': table(
      cancelColumns,
      market.cancels.map((cancel) => ({ ...cancel, allocatedTo: writeParts(cancel.allocatedTo) })),
    ),
    'holds.csv': table(holdColumns, market.holds),
  };
}

/** Writes a market into a folder, which is made when it is not there. */
export async function writeMarket(dir: string, market: Market): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const [file, content] of Object.entries(marketFiles(market))) await writeFile(join(dir, file), content);
}

function table<Name extends string>(
  columns: Readonly<Record<Name, unknown>>,
  rows: readonly Readonly<Record<Name, Cell>>[],
): string {
  const names = Object.keys(columns) as Name[];
  const lines = rows.map((row) => names.map((name) => escaped(String(row[name] ?? ''))).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

const escaped = (value: string): string => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
