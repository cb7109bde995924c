import { randomUUID } from 'node:crypto';
import { testSeal, booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { chargeDocument, plainTerms, termsDocument, type TermsBody } from '@jeongsan/settlement';
import { readOrder } from '../read-order/read-order.js';
import { onboard, order } from '../../testing/market.js';
import { createOrder } from './create-order.js';

let database: TestDatabase;
const now = () => new Date('2026-05-11T01:00:00Z');
const create = (facts: ReturnType<typeof order>) => createOrder({ db: database.db, seal: testSeal, now }, facts);

/** Sets terms of `sellerId` that are in force on the date of the orders. */
const agree = (sellerId: string, terms: TermsBody) =>
  database.db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at) values ($1, '2026-05-02', $2, now())`,
    [sellerId, termsDocument(terms)],
  );

type Rule = { category?: string; productId?: string; sellerId?: string; from?: string; to?: string; day?: number };
async function ruled(rate: number, { category, productId, sellerId, from, to, day = 1 }: Rule): Promise<string> {
  const id = randomUUID();
  await database.db.query(
    `insert into payouts.commission_rule (id, category, product_id, seller_id, charge, effective_from, effective_to, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'person:kim')`,
    [
      ...[id, category ?? null, productId ?? null, sellerId ?? null],
      ...[chargeDocument(plainTerms({ commissionRate: rate }).commission), from ?? '2026-05-01', to ?? null],
      new Date(Date.UTC(2026, 3, day)),
    ],
  );
  return id;
}

beforeEach(async () => {
  database = await testDatabase();
  await onboard(database.db, 'acme', 'bolt');
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

test('fees, shared discount and VAT bearer of the terms are frozen with the line, each step by name', async () => {
  await agree(
    'acme',
    plainTerms({
      commissionRate: 10_000,
      discountShare: 40_000,
      fees: [
        { code: 'PAYMENT', name: { ko: '결제 수수료', en: 'Payment' }, charge: { kind: 'RATE', rate: 3_000 } },
        { code: 'DELIVERY', name: { ko: '배송비', en: 'Delivery' }, charge: { kind: 'FIXED', amount: 500 } },
      ],
    }),
  );
  await agree('bolt', plainTerms({ commissionRate: 11_000, vatBearer: 'PLATFORM' }));
  const facts = order([
    { discountAmount: 1_000n, productId: 'book-1', discountBySeller: undefined },
    { discountAmount: 1_000n, discountBySeller: 0n },
    { sellerId: 'bolt' },
  ]);
  const answer = await create(facts);
  // prettier-ignore
  expect(answer.lines).toMatchObject([
    { productId: 'book-1', discountBySeller: 400n, promotion: 600n, commission: 960n, commissionVat: 96n, fees: 788n, feeVat: 78n, net: 7_678n },
    { productId: null,     discountBySeller: 0n, promotion: 1_000n, commission: 1_000n, commissionVat: 100n, fees: 800n, feeVat: 80n, net: 8_020n },
    { commission: 1_000n, commissionVat: 100n, fees: 0n, feeVat: 0n, net: 8_900n, pricing: { vatBearer: 'PLATFORM' } },
  ]);
  expect(answer.lines[0]?.pricing).toMatchObject({
    termsFrom: '2026-05-02',
    ruleId: null,
    discountShare: 40_000,
    inputs: { ORDER_AMOUNT: 10_000n, PAYMENT_AMOUNT: 9_000n, DISCOUNT_SHARE_AMOUNT: 400n },
    commission: { charge: { kind: 'RATE', rate: 10_000 }, computed: 960n, cap: null },
    fees: [
      { code: 'PAYMENT', amount: 288n, vat: 28n },
      { code: 'DELIVERY', amount: 500n, vat: 50n },
    ],
  });
  expect(answer.lines[1]?.pricing.discountShare).toBeNull();
  expect(await readOrder({ db: database.db, seal: testSeal }, facts.orderId)).toEqual(answer);
  expect(await create(facts)).toEqual(answer);
});

test('a line with more charges than price earns nothing and says why', async () => {
  const commission = { charge: { kind: 'FIXED' as const, amount: 20_000 } };
  await agree('acme', plainTerms({ commission }));
  const { lines } = await create(order([{}]));
  expect(lines).toMatchObject([{ commission: 9_091n, commissionVat: 909n, net: 0n }]);
  expect(lines[0]?.pricing.commission).toMatchObject({ computed: 20_000n, cap: 'NOTHING_LEFT' });
});

test('of the rules of the day the most specific one prices the line, else the terms; later changes do not', async () => {
  await ruled(1_000, { category: 'books', day: 2 });
  const product = await ruled(2_000, { productId: 'book-1', day: 1 });
  const exact = await ruled(3_000, { category: 'books', productId: 'book-1', sellerId: 'acme', day: 9 });
  await ruled(4_000, { category: 'books', sellerId: 'bolt', to: '2026-05-11' });
  await ruled(5_000, { category: 'toys', from: '2026-05-12' });
  const facts = order([
    { productId: 'book-1' },
    { productId: 'book-1', sellerId: 'bolt' },
    { productId: 'book-2', sellerId: 'bolt' },
    { category: 'toys' },
    { category: 'toys', productId: 'books' },
  ]);
  const answer = await create(facts);
  expect(answer.lines.map(({ commission }) => commission)).toEqual([300n, 200n, 100n, 1_000n, 1_000n]);
  expect(answer.lines.map(({ pricing }) => pricing.ruleId)).toEqual([exact, product, expect.any(String), null, null]);
  await ruled(6_000, { category: 'toys', sellerId: 'acme' });
  await database.db.query(
    `update payouts.commission_rule set effective_to = '2026-05-02' where effective_from < '2026-05-02'`,
  );
  expect(await readOrder({ db: database.db, seal: testSeal }, facts.orderId)).toEqual(answer);
});

test('numbers that a line brings along are kept with its pricing and used by formulas; a missing one refuses the order', async () => {
  const formula = { kind: 'FORMULA' as const, formula: 'PACKAGES * FIXED_AMOUNT', amount: 300 };
  await agree('acme', plainTerms({ commission: { charge: formula } }));
  const packed = order([{ numbers: { PACKAGES: 3n, WEIGHT_G: 1_200n } }]);
  const answer = await create(packed);
  expect(answer.lines).toMatchObject([{ commission: 900n, net: 9_010n }]);
  expect(answer.lines[0]?.pricing.numbers).toEqual({ PACKAGES: 3n, WEIGHT_G: 1_200n });
  expect(await create(packed)).toEqual(answer);
  await expect(create(order([{ numbers: { WEIGHT_G: 1_200n } }]))).rejects.toMatchObject({
    code: 'LINE_NUMBER_MISSING',
    extensions: { lineId: 'L1', number: 'PACKAGES' },
  });
});

test('the commission base is a term of the seller, also for a rule that replaces the commission', async () => {
  await agree('acme', plainTerms({ commissionRate: 10_000, commissionBase: 'ORDER' }));
  await ruled(2_000, { category: 'books', sellerId: 'acme' });
  const { lines } = await create(
    order([
      { category: 'toys', discountAmount: 1_000n, discountBySeller: 1_000n },
      { discountAmount: 1_000n, discountBySeller: 1_000n },
    ]),
  );
  expect(lines.map(({ commission }) => commission)).toEqual([1_000n, 200n]);
  expect(lines.map(({ pricing }) => pricing.commissionBase)).toEqual(['ORDER', 'ORDER']);
});
