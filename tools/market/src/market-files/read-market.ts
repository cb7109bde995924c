import { cancelColumns, cancelsIn } from './cancels-file.js';
import { everyText, readTable, type Table } from './csv-table.js';
import { MarketFilesInvalid, type FileProblem } from './market-files-invalid.js';
import { holdColumns, holdsIn } from './holds-file.js';
import type { Market } from './market.js';
import { orderColumns, ordersIn } from './orders-file.js';
import { sellerColumns, sellersIn } from './sellers-file.js';
import { termsColumns, termsIn } from './terms-file.js';

/** Reads a folder of market files, whole or not at all. Throws MarketFilesInvalid, which names every problem with its place. */
export async function readMarket(dir: string): Promise<Market> {
  const problems: FileProblem[] = [];
  const report = (problem: FileProblem) => void problems.push(problem);

  const sellerTable = await readTable(dir, 'sellers.csv', sellerColumns, report);
  const termsTable = await readTable(dir, 'terms.csv', termsColumns, report);
  const orderTable = await readTable(dir, 'orders.csv', orderColumns, report);
  const cancelTable = await readTable(dir, 'cancels.csv', cancelColumns, report);
  const holdTable = await readTable(dir, 'holds.csv', holdColumns, report);

  const sellerIds = everyText(sellerTable, 'sellerId');
  const sellers = sellersIn(sellerTable, report);
  const terms = termsIn(termsTable, sellerIds, report);
  const orders = ordersIn(orderTable, { ids: sellerIds, firstTerms: firstTermsIn(termsTable) }, report);
  const orderIds = everyText(orderTable, 'orderId');
  const cancels = cancelsIn(cancelTable, orderIds, orders, report);
  const holds = holdsIn(holdTable, { sellers: sellerIds, orders: orderIds }, report);

  if (problems.length > 0) throw new MarketFilesInvalid(problems);
  return { sellers, terms, orders, cancels, holds };
}

/**
 * The date on which each seller's terms begin. An invalid row leaves its seller without a date, so that one mistake is not
 * reported a thousand times.
 */
function firstTermsIn(table: Table<typeof termsColumns>): Map<string, string | null> | undefined {
  if (everyText(table, 'sellerId') === undefined) return undefined;
  const first = new Map<string, string | null>();
  for (const { text, values } of table.rows) {
    const sellerId = text.sellerId ?? '';
    const known = first.get(sellerId);
    if (values === undefined) first.set(sellerId, null);
    else if (known === undefined || (known !== null && values.effectiveFrom < known)) {
      first.set(sellerId, values.effectiveFrom);
    }
  }
  return first;
}
