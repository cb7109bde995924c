import { businessDateOf } from '@jeongsan/calendar';
import { refuse } from '@jeongsan/platform-contract';
import { lineComponents, type LineComponents } from '@jeongsan/settlement';
import type { Gateway } from '../gateway.js';
import { readOrder, type OrderView } from '../read-order/read-order.js';
import { checkOrder, orderFactsHash, type OrderFacts } from './check-order.js';

type TermsRow = {
  sellerId: string;
  isOnboarded: boolean;
  termsFrom: string | null;
  commissionRate: bigint | null;
  knownHash: string | null;
};
type FrozenTerms = { termsFrom: string; commissionRate: bigint };
type SplitLine = OrderFacts['lines'][number] & LineComponents & FrozenTerms;

/**
 * Registers an order and freezes, per line, the terms of its date and where every won goes. Repeating it returns the order as it
 * stands; the same id with other content is refused. Two statements: each order of the market passes here.
 */
export async function createOrder({ db, now }: Pick<Gateway, 'db' | 'now'>, order: OrderFacts): Promise<OrderView> {
  checkOrder(order);
  const factsHash = orderFactsHash(order);
  const rows = await readTerms(db, order);
  const knownHash = rows[0]?.knownHash ?? null;
  if (knownHash !== null) return existingOrder(db, order.orderId, knownHash === factsHash);

  const terms = termsInForce(order, rows);
  const lines = order.lines.map((line) => split(line, terms.get(line.sellerId)));
  const isNew = await insertOrder(db, order, lines, factsHash, now());
  if (isNew) return viewOf(order, lines);
  // The same request was quicker in another process.
  const [row] = await readTerms(db, order);
  return existingOrder(db, order.orderId, row?.knownHash === factsHash);
}

async function existingOrder(db: Gateway['db'], orderId: string, isSame: boolean): Promise<OrderView> {
  if (!isSame) throw refuse('ORDER_CONFLICT', `Order ${orderId} was registered before with other content`);
  return readOrder({ db }, orderId);
}

// Dates are compared as text, because an order may claim any date and Postgres does not know all of them.
const TERMS = `
  select asked.seller_id as "sellerId", known.seller_id is not null as "isOnboarded",
         terms.effective_from as "termsFrom", (terms.document #>> '{commission,charge,rate}')::bigint as "commissionRate",
         (select facts_hash from gateway.orders where order_id = $1) as "knownHash"
    from unnest($2::text[]) as asked(seller_id)
    left join onboarding.seller known on known.seller_id = asked.seller_id
    left join lateral (
      select effective_from, document from payouts.seller_terms t
       where t.seller_id = asked.seller_id and to_char(t.effective_from, 'YYYY-MM-DD') <= $3
       order by t.effective_from desc limit 1) terms on true`;

function readTerms(db: Gateway['db'], order: OrderFacts): Promise<TermsRow[]> {
  const sellerIds = [...new Set(order.lines.map((line) => line.sellerId))];
  return db.query<TermsRow[]>(TERMS, [order.orderId, sellerIds, businessDateOf(order.orderedAt)]);
}

function termsInForce(order: OrderFacts, rows: readonly TermsRow[]): Map<string, FrozenTerms> {
  const terms = new Map<string, FrozenTerms>();
  for (const { sellerId, isOnboarded, termsFrom, commissionRate } of rows) {
    if (!isOnboarded) throw refuse('SELLER_UNKNOWN', `Seller ${sellerId} was never onboarded`, { sellerId });
    if (termsFrom === null || commissionRate === null) {
      const date = businessDateOf(order.orderedAt);
      throw refuse('TERMS_MISSING', `Seller ${sellerId} has no terms in force on ${date}`, { sellerId });
    }
    terms.set(sellerId, { termsFrom, commissionRate });
  }
  return terms;
}

function split(line: OrderFacts['lines'][number], terms: FrozenTerms | undefined): SplitLine {
  if (!terms) throw new Error(`Line ${line.lineId} was split without terms`);
  return { ...line, ...lineComponents(line, terms), ...terms };
}

const INSERT = `
  with fresh as (
    insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
    values ($1, $2, $3, 'KRW', $4, $5, $6, $7) on conflict (order_id) do nothing returning order_id
  )
  insert into gateway.order_line (order_id, line_id, seller_id, category, amount, tax_free, discount, discount_by_seller,
                                  paid, promotion, commission, commission_vat, net, terms_from, commission_rate, position)
  select fresh.order_id, line.*
    from fresh, unnest($8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
                       $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::date[], $21::bigint[])
                with ordinality as line
  returning line_id`;

/** False when the order id is taken. One statement, so order and lines appear together or not at all. */
async function insertOrder(
  db: Gateway['db'],
  order: OrderFacts,
  lines: readonly SplitLine[],
  factsHash: string,
  now: Date,
): Promise<boolean> {
  const column = <K extends keyof SplitLine>(name: K) => lines.map((line) => line[name]);
  const taxFree = lines.reduce((sum, line) => sum + line.taxFreeAmount, 0n);
  const inserted = await db.query<unknown[]>(INSERT, [
    order.orderId,
    order.orderName,
    order.orderedAt,
    order.totalAmount,
    taxFree,
    factsHash,
    now,
    column('lineId'),
    column('sellerId'),
    column('category'),
    column('amount'),
    column('taxFreeAmount'),
    column('discountAmount'),
    column('discountBySeller'),
    column('paid'),
    column('promotion'),
    column('commission'),
    column('commissionVat'),
    column('net'),
    column('termsFrom'),
    column('commissionRate'),
  ]);
  return inserted.length > 0;
}

const viewOf = (order: OrderFacts, lines: readonly SplitLine[]): OrderView => ({
  ...order,
  paymentState: null,
  lines: lines.map(({ termsFrom: _from, commissionRate: _rate, ...line }) => ({
    ...line,
    canceled: 0n,
    maturesOn: null,
  })),
});
