import { date, emptyOr, identifier, matching, oneOf, wonFrom } from './column.js';
import { reportRepeats, type Table } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { HOLD_SCOPES, type Hold } from './market.js';

export const holdColumns = {
  holdId: identifier(1, 64),
  sellerId: identifier(1, 40),
  scope: oneOf(HOLD_SCOPES),
  orderId: emptyOr(identifier(6, 64)),
  amount: emptyOr(wonFrom(1n)),
  reason: matching(/^[A-Z_]{3,40}$/, '3 to 40 capital letters and _'),
  placedOn: date,
  releaseOn: emptyOr(date),
};

/** What a hold points at; undefined where the other file is too broken to tell. */
export type KnownOwners = Readonly<{
  sellers: ReadonlySet<string> | undefined;
  orders: ReadonlySet<string> | undefined;
}>;

/** The holds that fit, in file order; the others are reported. */
export function holdsIn(
  table: Table<typeof holdColumns>,
  known: KnownOwners,
  report: (problem: FileProblem) => void,
): Hold[] {
  reportRepeats(table, ['holdId'], report);
  const holds: Hold[] = [];
  for (const { line, values: hold } of table.rows) {
    if (hold === undefined) continue;
    const problems = flaws(hold, known);
    for (const [column, reason] of problems) report({ file: table.file, line, column, reason });
    if (problems.length === 0) holds.push(hold);
  }
  return holds;
}

function flaws(hold: Hold, { sellers, orders }: KnownOwners): (readonly [column: string, reason: string])[] {
  const { sellerId, scope, orderId, amount, placedOn, releaseOn } = hold;
  const found: (readonly [string, string])[] = [];
  if (sellers?.has(sellerId) === false) found.push(['sellerId', `${sellerId} is not in sellers.csv`]);
  if ((scope === 'ORDER') !== (orderId !== undefined))
    found.push(['orderId', 'stands where the scope is ORDER, only there']);
  if (orderId !== undefined && orders?.has(orderId) === false)
    found.push(['orderId', `${orderId} is not in orders.csv`]);
  if ((scope === 'AMOUNT') !== (amount !== undefined))
    found.push(['amount', 'stands where the scope is AMOUNT, only there']);
  if (releaseOn !== undefined && releaseOn <= placedOn)
    found.push(['releaseOn', `is not after ${placedOn}, when it was placed`]);
  return found;
}
