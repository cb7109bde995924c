import { AMOUNT_MAX, emptyOr, identifier, instant, oneOf, text, wholeNumber, wonFrom } from './column.js';
import type { Row, Table, Values } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { METHODS, paidForLine, paidForOrder, REGISTRATIONS, WAYS, type Order, type OrderLine } from './market.js';
import { misfitOfWay } from './order-way.js';

export const orderColumns = {
  orderId: identifier(6, 64),
  orderedAt: instant,
  orderName: text(100),
  method: oneOf(METHODS),
  way: oneOf(WAYS),
  registered: oneOf(REGISTRATIONS),
  depositedAt: emptyOr(instant),
  lineId: identifier(1, 40),
  sellerId: identifier(1, 40),
  category: text(40),
  quantity: wholeNumber(1, 9_999),
  amount: wonFrom(1n),
  taxFreeAmount: wonFrom(0n),
  discountAmount: wonFrom(0n),
  discountBySeller: wonFrom(0n),
};

const ORDER_LEVEL = ['orderedAt', 'orderName', 'method', 'way', 'registered', 'depositedAt'] as const;

type OrderRow = Row<typeof orderColumns>;
type OrderValues = Values<typeof orderColumns>;
type Refuse = (line: number, column: string | undefined, reason: string) => void;

/** The sellers that order lines may refer to; undefined when sellers.csv is too broken to tell. */
export type KnownSellers = Readonly<{
  ids: ReadonlySet<string> | undefined;
  /** The date on which a seller's first terms begin; null: one of its terms cannot be read. */
  firstTerms: ReadonlyMap<string, string | null> | undefined;
}>;

/** The valid orders, in the order of time; the others are reported. */
export function ordersIn(
  table: Table<typeof orderColumns>,
  sellers: KnownSellers,
  report: (problem: FileProblem) => void,
): Order[] {
  const orders: Order[] = [];
  for (const rows of rowsByOrder(table).values()) {
    let fits = true;
    const refuse: Refuse = (line, column, reason) => {
      fits = false;
      report({ file: table.file, line, ...(column === undefined ? {} : { column }), reason });
    };
    checkOrderLevel(rows, refuse);
    const lines = rows.flatMap(({ line, values }) => (values === undefined ? [] : [{ line, values }]));
    const misfit =
      lines[0] &&
      misfitOfWay(
        lines.map(({ values }) => values),
        lines[0].values,
      );
    if (misfit && lines[0]) refuse(lines[0].line, misfit.column, misfit.reason);
    for (const { line, values } of lines) {
      checkAmounts(line, values, refuse);
      checkSeller(line, values, sellers, refuse);
    }
    const [first] = lines;
    if (!fits || first === undefined || lines.length < rows.length) continue;
    const order = toOrder(
      lines.map(({ values }) => values),
      first.values,
    );
    if (paidForOrder(order) <= AMOUNT_MAX) orders.push(order);
    else refuse(first.line, 'amount', `the order comes to ${paidForOrder(order)} won, at most ${AMOUNT_MAX} fit`);
  }
  return orders.sort((a, b) => compare(a.orderedAt, b.orderedAt));
}

/** Rows of one order need not be adjacent. */
function rowsByOrder(table: Table<typeof orderColumns>): Map<string, OrderRow[]> {
  const groups = new Map<string, OrderRow[]>();
  for (const row of table.rows) {
    const orderId = row.text.orderId;
    if (orderId === undefined) continue;
    const group = groups.get(orderId);
    if (group === undefined) groups.set(orderId, [row]);
    else group.push(row);
  }
  return groups;
}

function checkOrderLevel(rows: readonly OrderRow[], refuse: Refuse): void {
  const [first, ...others] = rows;
  const lineOf = new Map(first?.text.lineId === undefined ? [] : [[first.text.lineId, first.line]]);
  for (const { line, text } of others) {
    for (const column of ORDER_LEVEL) {
      if (text[column] === first?.text[column]) continue;
      refuse(line, column, `differs from line ${first?.line} of the same order ${text.orderId}`);
    }
    if (text.lineId === undefined) continue;
    const earlier = lineOf.get(text.lineId);
    if (earlier === undefined) lineOf.set(text.lineId, line);
    else refuse(line, 'lineId', `${text.lineId} is already on line ${earlier} of the same order ${text.orderId}`);
  }
}

function checkAmounts(line: number, values: OrderValues, refuse: Refuse): void {
  const { amount, taxFreeAmount, discountAmount, discountBySeller } = values;
  if (discountAmount >= amount) {
    refuse(line, 'discountAmount', `${discountAmount} is not below the amount of ${amount}`);
  } else if (taxFreeAmount > paidForLine(values)) {
    refuse(line, 'taxFreeAmount', `${taxFreeAmount} is above the ${paidForLine(values)} the buyer pays`);
  }
  if (discountBySeller > discountAmount) {
    refuse(line, 'discountBySeller', `${discountBySeller} is above the discount of ${discountAmount}`);
  }
}

function checkSeller(line: number, values: OrderValues, { ids, firstTerms }: KnownSellers, refuse: Refuse): void {
  const { sellerId, orderedAt } = values;
  if (ids?.has(sellerId) === false) {
    refuse(line, 'sellerId', `${sellerId} is not in sellers.csv`);
    return;
  }
  const from = firstTerms === undefined ? null : firstTerms.get(sellerId);
  if (from === null) return;
  if (from === undefined) refuse(line, 'sellerId', `${sellerId} has no terms in terms.csv`);
  else if (orderedAt.slice(0, 10) < from) {
    refuse(line, 'orderedAt', `is before ${from}, the day the first terms of ${sellerId} begin`);
  }
}

function toOrder(rows: readonly OrderValues[], first: OrderValues): Order {
  const { orderId, orderedAt, orderName, method, way, registered, depositedAt } = first;
  const lines = rows.map(
    ({ lineId, sellerId, category, quantity, amount, taxFreeAmount, discountAmount, discountBySeller }): OrderLine => ({
      ...{ lineId, sellerId, category, quantity, amount, taxFreeAmount, discountAmount, discountBySeller },
    }),
  );
  return { orderId, orderedAt, orderName, method, way, registered, depositedAt, lines };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
