/**
 * What a market month comes to, computed a second time and by itself: `node examples/market/recompute.mjs [DIR]`.
 *
 * It shares no code with the programs it checks, on purpose, and needs nothing but Node. The rules are those of README.md,
 * section "Arithmetic". Every amount is a bigint of whole won; the JSON it prints holds them as decimal strings.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The provider's fee by method, VAT included, in 1/100000 of what the buyer pays. */
const FEE_RATES = { 카드: 2200n, 간편결제: 2500n, 계좌이체: 1650n };

/** The provider's fee for a deposit into a virtual account, whatever its amount, VAT included. */
const DEPOSIT_FEE = 300n;

/** The parts of a line that a cancel takes back in proportion. */
const PARTS = ['commission', 'vat', 'promotion'];

/** Rows of a CSV text as objects by column name. Quoted cells may hold commas, quotes and line breaks. */
export function parseCsv(text) {
  const rows = [[]];
  let cell = '';
  let isQuoted = false;
  const content = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < content.length; at += 1) {
    const character = content[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',' || character === '\n') {
      rows.at(-1).push(cell);
      cell = '';
      if (character === '\n') rows.push([]);
    } else if (character !== '\r') cell += character;
  }
  rows.at(-1).push(cell);
  const [header, ...body] = rows.filter((row) => row.length > 1 || row[0] !== '');
  return body.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index]])));
}

/** One order line taken apart. `rate` is the seller's commission in 1/100000. */
export function takeApart(row, rate) {
  const amount = BigInt(row.amount);
  const discount = BigInt(row.discountAmount);
  const discountBySeller = BigInt(row.discountBySeller);
  const paid = amount - discount;
  const base = amount - discountBySeller;
  const commission = (base * BigInt(rate)) / 100_000n;
  const vat = commission / 10n;
  const promotion = discount - discountBySeller;
  const owed = base - commission - vat;
  insist(paid + promotion === owed + commission + vat, `line ${row.lineId} of ${row.orderId} does not add up`);
  const reversed = { commission: 0n, vat: 0n, promotion: 0n };
  const { lineId, sellerId } = row;
  const parts = { paid, commission, vat, promotion, owed };
  const units = BigInt(row.quantity ?? 1);
  return { lineId, sellerId, amount, discount, discountBySeller, ...parts, units, canceled: 0n, reversed };
}

/** Cancels some of a line and answers what this cancel takes back, the seller's part included. */
export function cancelLine(line, amount) {
  line.canceled += amount;
  insist(line.canceled <= line.paid, `more of line ${line.lineId} is canceled than was paid`);
  if (line.canceled === line.paid) line.units = 0n;
  const until = Object.fromEntries(PARTS.map((part) => [part, (line[part] * line.canceled) / line.paid]));
  // The seller never gives back more than the line earned it: what rounding would keep of the commission returns first.
  const given = line.canceled + until.promotion - until.commission - until.vat;
  const excess = given > line.owed ? given - line.owed : 0n;
  const ofCommission = excess < line.commission - until.commission ? excess : line.commission - until.commission;
  until.commission += ofCommission;
  until.vat += excess - ofCommission;
  const back = {};
  for (const part of PARTS) {
    back[part] = until[part] - line.reversed[part];
    line.reversed[part] = until[part];
  }
  return { ...back, paid: amount, owed: amount + back.promotion - back.commission - back.vat };
}

/**
 * What a cancel takes from each of the lines it may be of. If the amount is all that is left of one line, of one seller's lines or
 * of two lines, it takes these whole; the same if it is all but that. Otherwise it is split by what remains.
 */
export function sharesOf(amount, lines) {
  const left = lines.map((line) => line.paid - line.canceled);
  const all = sum(left);
  if (amount === all) return left;
  const whole = linesThatHave(amount, lines, left);
  if (whole !== undefined) return left.map((won, index) => (whole.includes(index) ? won : 0n));
  const kept = linesThatHave(all - amount, lines, left);
  if (kept !== undefined) return left.map((won, index) => (kept.includes(index) ? 0n : won));
  return split(amount, left);
}

/** The first of: one line, the lines of one seller, two lines, that together have exactly this amount left. */
function linesThatHave(amount, lines, left) {
  const open = lines.map((_, index) => index).filter((index) => left[index] > 0n);
  const ofSellers = [...new Set(open.map((index) => lines[index].sellerId))].map((sellerId) =>
    open.filter((index) => lines[index].sellerId === sellerId),
  );
  const pairs = open.flatMap((one) => open.filter((other) => other > one).map((other) => [one, other]));
  const sets = [...open.map((index) => [index]), ...ofSellers, ...pairs];
  return sets.find((indexes) => sum(indexes.map((index) => left[index])) === amount);
}

/** Takes units off a line and answers their won: what remains of the line, shared by its units, the odd won in the first ones. */
export function takeUnits(line, quantity) {
  insist(quantity <= line.units, `line ${line.lineId} has ${line.units} units left, not ${quantity}`);
  const left = line.paid - line.canceled;
  const odd = left % line.units;
  const amount = (left / line.units) * quantity + (odd < quantity ? odd : quantity);
  line.units -= quantity;
  return amount;
}

/** The lines that an operator named, as "L2=3000+L1=500", in the order of the lines. */
function namedShares(allocatedTo, lines) {
  const named = new Map(allocatedTo.split('+').map((part) => part.split('=')));
  for (const lineId of named.keys())
    insist(
      lines.some((line) => line.lineId === lineId),
      `there is no line ${lineId}`,
    );
  return lines.map((line) => BigInt(named.get(line.lineId) ?? 0));
}

/** Splits an amount by what remains of each line: floor shares, the rest one won each to the largest fractions. */
export function split(amount, remaining) {
  const total = sum(remaining);
  const shares = remaining.map((left) => (amount * left) / total);
  const fractions = remaining.map((left, index) => ({ index, fraction: (amount * left) % total }));
  fractions.sort((a, b) => Number(b.fraction > a.fraction) - Number(b.fraction < a.fraction) || a.index - b.index);
  const leftOver = amount - sum(shares);
  for (let given = 0; given < leftOver; given += 1) shares[fractions[given].index] += 1n;
  return shares;
}

/** The provider's fee of an approval, and what of it comes back with each cancel. Rows carry their VAT. */
export function feeRows(method, paid, cancels) {
  const rate = FEE_RATES[method];
  insist(rate !== undefined || method === '가상계좌', `there is no fee for the method ${method}`);
  const fee = method === '가상계좌' ? DEPOSIT_FEE : (paid * rate) / 100_000n;
  const amounts = [fee];
  let canceled = 0n;
  let reversed = 0n;
  for (const amount of cancels) {
    canceled += amount;
    const back = (fee * canceled) / paid;
    amounts.push(reversed - back);
    reversed = back;
  }
  return amounts.map((amount) => ({ amount, vat: vatWithin(amount) }));
}

/** A month from its rows: `{ sellers, terms, orders, cancels }`, each as parseCsv gives them. */
export function recompute({ sellers, terms, orders: orderRows, cancels }) {
  const orders = takeOrdersApart(orderRows, terms);
  for (const cancel of cancels.toSorted((a, b) => compare(Date.parse(a.canceledAt), Date.parse(b.canceledAt)))) {
    apply(cancel, orders.get(cancel.orderId));
  }
  // An order whose virtual account never got a deposit earns nothing, and its cancel gives nothing back.
  const paid = [...orders.values()].filter((order) => order.isPaid);
  const lines = paid.flatMap((order) => order.lines);
  const fees = paid.flatMap(({ method, lines, canceled }) => feeRows(method, sum(lines.map((l) => l.paid)), canceled));
  const total = (pick) => sum(lines.map(pick));
  const sales = total((line) => line.paid);
  const canceledSales = total((line) => line.canceled);
  const providerFee = sum(fees.map((row) => row.amount));
  const of = net(lines);
  const promotionNet = total((line) => line.promotion - line.reversed.promotion);
  insist(
    sales - canceledSales + promotionNet === of.earned + of.commission + of.commissionVat,
    'the month does not add up',
  );
  return {
    orders: orders.size,
    unpaidOrders: orders.size - paid.length,
    lines: [...orders.values()].flatMap((order) => order.lines).length,
    cancels: cancels.length,
    sales,
    listed: total((line) => line.amount),
    discounts: total((line) => line.discount),
    discountsBySellers: total((line) => line.discountBySeller),
    promotion: total((line) => line.promotion),
    canceledSales,
    commission: of.commission,
    commissionVat: of.commissionVat,
    promotionNet,
    sellersEarned: of.earned,
    providerFee,
    providerFeeVat: sum(fees.map((row) => row.vat)),
    providerPayout: sales - canceledSales - providerFee,
    perWay: perWay([...orders.values()]),
    perSeller: perSeller(sellers, lines),
  };
}

function takeOrdersApart(rows, terms) {
  const orders = new Map();
  const termsOf = new Map(terms.map(({ sellerId }) => [sellerId, []]));
  for (const row of terms) termsOf.get(row.sellerId).push(row);
  for (const row of rows) {
    // A split is of one unit and knows no discount: such an order could not have been made from one.
    const isBare = row.quantity === '1' && row.discountAmount === '0';
    insist(row.registered !== 'BY_SPLIT' || isBare, `${row.orderId} is BY_SPLIT, with units or a discount`);
    const order = orders.get(row.orderId) ?? newOrder(row);
    orders.set(row.orderId, order);
    order.lines.push(takeApart(row, rateOn(seoulDate(row.orderedAt), termsOf.get(row.sellerId) ?? [])));
  }
  return orders;
}

function newOrder({ method, way, depositedAt }) {
  return { method, way, isPaid: way !== 'VIRTUAL_ACCOUNT' || depositedAt !== '', lines: [], canceled: [] };
}

/** Applies one cancel to its order's lines and remembers what it gave back to the buyer. */
function apply({ cancelId, orderId, amount, lineId, quantity, allocatedTo }, order) {
  insist(order !== undefined, `cancel ${cancelId} names an order that is not there: ${orderId}`);
  const lines = lineId === '' ? order.lines : order.lines.filter((line) => line.lineId === lineId);
  const remaining = lines.map((line) => line.paid - line.canceled);
  const all = sum(remaining);
  const asked = quantity ? takeUnits(lines[0], BigInt(quantity)) : amount === '' ? all : BigInt(amount);
  insist(asked > 0n && asked <= all, `cancel ${cancelId} asks for ${asked} where ${all} remain`);
  // After a correction every seller stands as if the cancel had named these lines from the start.
  const shares = allocatedTo ? namedShares(allocatedTo, lines) : sharesOf(asked, lines);
  insist(sum(shares) === asked, `cancel ${cancelId} of ${asked} is allocated to ${sum(shares)}`);
  shares.forEach((share, index) => cancelLine(lines[index], share));
  order.canceled.push(asked);
}

/** What is left to sellers and market after all cancels. */
function net(lines) {
  const commission = sum(lines.map((line) => line.commission - line.reversed.commission));
  const commissionVat = sum(lines.map((line) => line.vat - line.reversed.vat));
  const earned = sum(
    lines.map(
      ({ owed, canceled, reversed }) => owed - (canceled + reversed.promotion - reversed.commission - reversed.vat),
    ),
  );
  return { earned, commission, commissionVat };
}

/** Buyers' money by way of paying. */
function perWay(orders) {
  const ways = new Map(orders.map(({ way }) => [way, { paid: 0, unpaid: 0, lines: [] }]));
  for (const { way, isPaid, lines } of orders) {
    const one = ways.get(way);
    one[isPaid ? 'paid' : 'unpaid'] += 1;
    if (isPaid) one.lines.push(...lines);
  }
  return Object.fromEntries(
    [...ways].map(([way, { paid, unpaid, lines }]) => [
      way,
      { paid, unpaid, sales: sum(lines.map((line) => line.paid)), canceled: sum(lines.map((line) => line.canceled)) },
    ]),
  );
}

function perSeller(sellers, lines) {
  const linesOf = new Map(sellers.map(({ sellerId }) => [sellerId, []]));
  for (const line of lines) linesOf.get(line.sellerId).push(line);
  return Object.fromEntries(
    [...linesOf].map(([sellerId, own]) => {
      const sales = sum(own.map((line) => line.paid));
      return [sellerId, { ...net(own), sales, canceled: sum(own.map((line) => line.canceled)) }];
    }),
  );
}

function rateOn(day, terms) {
  const inForce = terms
    .filter((row) => row.effectiveFrom <= day)
    .toSorted((a, b) => compare(a.effectiveFrom, b.effectiveFrom));
  insist(inForce.length > 0, `a seller has no terms on ${day}`);
  return inForce.at(-1).commissionRate;
}

/** Korea has kept UTC+9 without summer time since 1988. */
function seoulDate(time) {
  return new Date(Date.parse(time) + 9 * 3_600_000).toISOString().slice(0, 10);
}

/** An eleventh, rounded half up by size: the VAT within an amount that includes 10 % of it. */
function vatWithin(amount) {
  const size = amount < 0n ? -amount : amount;
  const vat = (2n * size + 11n) / 22n;
  return amount < 0n ? -vat : vat;
}

function sum(amounts) {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function insist(holds, message) {
  if (!holds) throw new Error(message);
}

/** The four files of a folder, as recompute takes them. */
export function readMarket(dir) {
  const read = (file) => parseCsv(readFileSync(join(dir, `${file}.csv`), 'utf8'));
  return { sellers: read('sellers'), terms: read('terms'), orders: read('orders'), cancels: read('cancels') };
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  const result = recompute(readMarket(process.argv[2] ?? import.meta.dirname));
  console.log(JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 2));
}
