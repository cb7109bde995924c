import { parseArgs } from 'node:util';
import { date, Misfit } from '../market-files/column.js';
import { addDays } from './days.js';
import { DEFAULT_MONTH, generateMarket, SELLERS_MIN } from './generate-market.js';
import { lastDay, type Month } from './month.js';
import { writeMarket } from './write-market.js';

const USAGE = `Makes up a month of a Korean open market and writes it as CSV files.

  --out DIR            the folder to write to (required)
  --seed N             the same seed gives the same files       (${DEFAULT_MONTH.seed})
  --from yyyy-MM-dd    the first day of orders                  (${DEFAULT_MONTH.from})
  --days N             how many days of orders                  (${DEFAULT_MONTH.days})
  --sellers N          how many sellers, at least ${SELLERS_MIN}            (${DEFAULT_MONTH.sellers})
  --orders N           how many orders                          (${DEFAULT_MONTH.orders})
  --cancel-until DAY   the last day of cancels                  (8 days after the last order)`;

const DAYS_OF_CANCELS_AFTER = 8;

const OPTIONS = {
  out: { type: 'string' },
  seed: { type: 'string', default: String(DEFAULT_MONTH.seed) },
  from: { type: 'string', default: DEFAULT_MONTH.from },
  days: { type: 'string', default: String(DEFAULT_MONTH.days) },
  sellers: { type: 'string', default: String(DEFAULT_MONTH.sellers) },
  orders: { type: 'string', default: String(DEFAULT_MONTH.orders) },
  'cancel-until': { type: 'string' },
} as const;

try {
  const { out, month } = readArguments(process.argv.slice(2));
  const market = generateMarket(month);
  await writeMarket(out, market);
  const { sellers, terms, orders, cancels } = market;
  const lines = orders.reduce((sum, order) => sum + order.lines.length, 0);
  console.log(
    `${out}: ${sellers.length} sellers, ${terms.length} terms, ${orders.length} orders with ${lines} lines, ${cancels.length} cancels`,
  );
} catch (error) {
  if (!(error instanceof TypeError || error instanceof Misfit)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

function readArguments(args: string[]): { out: string; month: Month } {
  // parseArgs throws a TypeError for an option it does not know.
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.out === undefined) throw new Misfit('--out is missing');
  const from = named('from', () => date(values.from));
  const days = count('days', values.days, 1, 3660);
  const last = lastDay({ from, days });
  const cancelUntil = values['cancel-until'] ?? addDays(last, DAYS_OF_CANCELS_AFTER);
  if (named('cancel-until', () => date(cancelUntil)) < last) {
    throw new Misfit(`--cancel-until ${cancelUntil} is before ${last}, the last day of orders`);
  }
  const seed = count('seed', values.seed, 0, 4_294_967_295);
  const sellers = count('sellers', values.sellers, SELLERS_MIN, 9999);
  const orders = count('orders', values.orders, 1, 10_000_000);
  return { out: values.out, month: { seed, from, days, sellers, orders, cancelUntil } };
}

function count(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? parseInt(text, 10) : NaN;
  if (!(value >= min && value <= max)) throw new Misfit(`--${option} "${text}" is not a number from ${min} to ${max}`);
  return value;
}

function named<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Misfit) throw new Misfit(`--${option} ${error.message}`);
    throw error;
  }
}
