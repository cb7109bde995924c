import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { dimensionsText, possibleDimensions } from '@jeongsan/settlement';
import { manyRows, statement, text } from '@jeongsan/sql';
import type { OrderFacts } from '../create-order/check-order.js';
import type { RuleRow, SellerTermsRow } from '../create-order/read-terms.js';

type Asked = Readonly<{ sellerId: string; date: string }>;
type TermsRow = Asked & Pick<SellerTermsRow, 'isOnboarded' | 'termsFrom' | 'document'>;
type DatedRule = RuleRow & Readonly<{ from: string; until: string | null; dimensions: string }>;

// Dates are compared as text, as for a single order: an order may claim any date and Postgres does not know all of them.
const TERMS = statement(
  `select asked.seller_id as "sellerId", asked.date, known.seller_id is not null as "isOnboarded",
          terms.effective_from as "termsFrom", terms.document
     from :asked.unnest as asked(:asked.columns)
     left join onboarding.seller known on known.seller_id = asked.seller_id
     left join lateral (
       select effective_from, document from payouts.seller_terms t
        where t.seller_id = asked.seller_id and to_char(t.effective_from, 'YYYY-MM-DD') <= asked.date
        order by t.effective_from desc limit 1) terms on true`,
  { asked: manyRows<Asked>({ seller_id: text(({ sellerId }) => sellerId), date: text(({ date }) => date) }) },
);

const RULES = `
  select r.id, r.category, r.product_id as "productId", r.seller_id as "sellerId", r.charge, r.created_at as "createdAt", r.dimensions,
         to_char(r.effective_from, 'YYYY-MM-DD') as "from", to_char(r.effective_to, 'YYYY-MM-DD') as until
    from payouts.commission_rule r where r.dimensions = any($1)`;

/** The terms and rules for each order of a batch, as `readTerms` reads them for one order. */
export type BatchTerms = (order: OrderFacts) => SellerTermsRow[];

/** Reads the terms and rules of many orders with two statements. */
export async function readTermsOfBatch(db: Executor, orders: readonly OrderFacts[]): Promise<BatchTerms> {
  const asked = new Map(orders.flatMap(askedOf).map((one) => [keyOf(one), one]));
  const lines = orders.flatMap((order) => order.lines);
  const dimensions = [...new Set(lines.flatMap(possibleDimensions).map(dimensionsText))];
  const terms = await TERMS.rows<TermsRow>(db, { asked: [...asked.values()] });
  const rules = await db.query<DatedRule[]>(RULES, [dimensions]);
  const termsOf = new Map(terms.map((row) => [keyOf(row), row]));
  return (order) => {
    const inForce = rulesFor(order, rules);
    return askedOf(order).map((one) => {
      const row = termsOf.get(keyOf(one));
      if (!row) throw new Error(`The terms of seller ${one.sellerId} on ${one.date} were not read`);
      return { ...row, rules: inForce, knownHash: null, isPaidAlready: false };
    });
  };
}

function askedOf({ orderedAt, lines }: OrderFacts): Asked[] {
  const date = businessDateOf(orderedAt);
  return [...new Set(lines.map(({ sellerId }) => sellerId))].map((sellerId) => ({ sellerId, date }));
}

const keyOf = ({ sellerId, date }: Asked): string => `${sellerId} ${date}`;

function rulesFor({ orderedAt, lines }: OrderFacts, rules: readonly DatedRule[]): DatedRule[] {
  const date = businessDateOf(orderedAt);
  const possible = new Set(lines.flatMap(possibleDimensions).map(dimensionsText));
  return rules.filter(
    ({ from, until, dimensions }) => possible.has(dimensions) && from <= date && (until === null || date < until),
  );
}
