import type { Input } from '@jeongsan/http-contract';
import type { sandboxControlContract } from '@jeongsan/sandbox-control';
import { openDatabase, type Database } from '../database/sql.js';
import { freezeAt, seoul } from '../testing/buyer.js';
import { adminDatabaseUrl } from '../testing/env.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import type { Call, World } from '../world.js';
import { isInterestFree } from './interest-free.js';
import { takeDiscount } from './take-discount.js';

let sandbox: Sandbox;
let database: Database;
beforeAll(async () => {
  sandbox = await startSandbox();
  const [row] = await sandbox.sql('select current_database() as name');
  database = openDatabase(new URL(`/${String(row?.['name'])}`, adminDatabaseUrl()).href);
});
afterAll(async () => {
  await database.close();
  await sandbox.stop();
});
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

type Setting = Input<(typeof sandboxControlContract)['changePromotions']>['body']['promotions'][number];
const change = (...promotions: Setting[]) => sandbox.control.changePromotions({ body: { promotions } });
const limits = { minimumPaymentAmount: 10_000n, maximumPaymentAmount: 100_000n, balance: 2_500n, dueDate: null };
const card = {
  ...limits,
  type: 'CARD_DISCOUNT',
  payType: 'NORMAL',
  issuerCode: '61',
  discountAmount: 1_000n,
  discountCode: 'c-1',
} as const;
const bank = {
  ...limits,
  type: 'BANK_DISCOUNT',
  payType: 'NORMAL',
  bankCode: '92',
  discountAmount: null,
  discountRate: 0.05,
  discountCode: 'b-1',
  balance: 90_000n,
} as const;
const free: Extract<Setting, { type: 'CARD_INTEREST_FREE' }> = {
  type: 'CARD_INTEREST_FREE',
  payType: 'NORMAL',
  issuerCode: '61',
  minimumPaymentAmount: 50_000n,
  installmentFreeMonths: [2, 3],
  dueDate: null,
};
const point = {
  type: 'CARD_POINT',
  payType: 'WALLET',
  issuerCode: '11',
  minimumPaymentAmount: 5_000n,
  dueDate: '2026-12-31',
} as const;

test('a new sandbox has promotions of every type, good through the end of the month, and a reset brings them back', async () => {
  const fresh = await sandbox.provider.listPromotions({});
  expect(new Set(fresh.map(({ type }) => type))).toEqual(
    new Set(['CARD_DISCOUNT', 'CARD_INTEREST_FREE', 'CARD_POINT', 'BANK_DISCOUNT']),
  );
  expect(fresh[0]).toMatchObject({
    payType: 'NORMAL',
    cardDiscount: { issuerCode: '61', dueDate: '2026-03-31' },
    bankDiscount: null,
  });
  await change();
  expect(await sandbox.provider.listPromotions({})).toEqual([]);
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  expect(await sandbox.provider.listPromotions({})).toEqual(fresh);
});

test('each promotion fills the member of its type, and the list of cards shows those of regular payments', async () => {
  expect(
    (await change(card, free, point, bank, { ...card, payType: 'WALLET', discountCode: 'w-1' })).promotions,
  ).toHaveLength(5);
  const none = { cardDiscount: null, cardInterestFree: null, cardPoint: null, bankDiscount: null };
  const shown = {
    minimumPaymentAmount: 10_000n,
    maximumPaymentAmount: 100_000n,
    currency: 'KRW',
    dueDate: '2026-03-31',
  };
  const cardDiscount = { ...shown, issuerCode: '61', discountAmount: 1_000n, discountCode: 'c-1', balance: 2_500n };
  const interestFree = {
    issuerCode: '61',
    minimumPaymentAmount: 50_000n,
    dueDate: '2026-03-31',
    installmentFreeMonths: [2, 3],
  };
  expect((await sandbox.provider.listPromotions({})).slice(0, 4)).toEqual([
    { ...none, payType: 'NORMAL', type: 'CARD_DISCOUNT', cardDiscount },
    { ...none, payType: 'NORMAL', type: 'CARD_INTEREST_FREE', cardInterestFree: { ...interestFree, currency: 'KRW' } },
    {
      ...none,
      payType: 'WALLET',
      type: 'CARD_POINT',
      cardPoint: { issuerCode: '11', minimumPaymentAmount: 5_000n, currency: 'KRW', dueDate: '2026-12-31' },
    },
    {
      ...none,
      payType: 'NORMAL',
      type: 'BANK_DISCOUNT',
      bankDiscount: {
        ...shown,
        type: 'FIXED_RATE',
        bankCode: '92',
        discountAmount: null,
        discountRate: 0.05,
        discountCode: 'b-1',
      },
    },
  ]);
  expect(await sandbox.provider.getCardPromotion({})).toEqual({
    discountCards: [cardDiscount],
    interestFreeCards: [interestFree],
  });
});

// prettier-ignore
test.each([
  ['2026-03-10T23:59:59', 1],
  ['2026-03-11T00:00:00', 0],
])('due on 10 March, at %s %d promotions are running', async (at, count) => {
  await change({ ...card, dueDate: '2026-03-10' });
  await freezeAt(sandbox, at);
  expect(await sandbox.provider.listPromotions({})).toHaveLength(count);
  expect((await sandbox.control.readPromotions({})).promotions).toHaveLength(1);
});

// prettier-ignore
test.each<[string, Setting, Setting?]>([
  ['a rate below 0.01',           { ...bank, discountRate: 0.009 }],
  ['a rate above 0.3',            { ...bank, discountRate: 0.31 }],
  ['an amount and a rate',        { ...bank, discountAmount: 5n }],
  ['neither amount nor rate',     { ...bank, discountRate: null }],
  ['one month of installments',   { ...free, installmentFreeMonths: [1] }],
  ['thirteen of them',            { ...free, installmentFreeMonths: [13] }],
  ['a bank nobody knows',         { ...bank, bankCode: '999' }],
  ['an issuer nobody knows',      { ...card, issuerCode: '99' }],
  ['a code that is used twice',   card, card],
])('%s is no promotion', async (_, ...promotions) => {
  const body = JSON.stringify({ promotions }, (__, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
  const reply = await fetch(`${sandbox.url}/control/promotions`, { method: 'PUT', body });
  expect(reply.status).toBe(400);
});
test.each([0.01, 0.3])('a rate of %d is a promotion', async (discountRate) => {
  expect((await change({ ...bank, discountRate })).promotions).toEqual([{ ...bank, discountRate }]);
});

const callAt = (at: string) => {
  const now = seoul(at);
  return { now, traceId: 't', world: {} as World };
};
const paying = { code: 'c-1', method: '카드', institution: '61', amount: 20_000n, payType: 'NORMAL' } as const;
const take = (wanted: Parameters<typeof takeDiscount>[1], at = '2026-03-04T10:00:00') =>
  database.transaction((sql) => takeDiscount({ ...callAt(at), sql }, wanted));

describe('a discount', () => {
  beforeEach(() =>
    change(
      card,
      bank,
      { ...card, discountCode: 'c-due', dueDate: '2026-03-10' },
      { ...card, discountCode: 'c-big', discountAmount: 60_000n, balance: 60_000n },
    ),
  );

  // prettier-ignore
  test.each([
    ['of a fixed amount',                 {},                                                              '2026-03-04T10:00:00', 1_000n],
    ['at the minimum',                    { amount: 10_000n },                                             '2026-03-04T10:00:00', 1_000n],
    ['at the maximum',                    { amount: 100_000n },                                            '2026-03-04T10:00:00', 1_000n],
    ['on its last second',                { code: 'c-due' },                                               '2026-03-10T23:59:59', 1_000n],
    ['of a rate, rounded down',           { code: 'b-1', method: '계좌이체', institution: '92', amount: 10_019n }, '2026-03-04T10:00:00', 500n],
    ['never exceeds the payment',         { code: 'c-big', amount: 20_000n },                              '2026-03-04T10:00:00', 20_000n],
    ['below the minimum',                 { amount: 9_999n },                                              '2026-03-04T10:00:00', 'INVALID_REQUEST'],
    ['above the maximum',                 { amount: 100_001n },                                            '2026-03-04T10:00:00', 'INVALID_REQUEST'],
    ['on the day after',                  { code: 'c-due' },                                               '2026-03-11T00:00:00', 'INVALID_REQUEST'],
    ['with an unknown code',              { code: 'c-2' },                                                 '2026-03-04T10:00:00', 'INVALID_REQUEST'],
    ['for another issuer',                { institution: '41' },                                           '2026-03-04T10:00:00', 'INVALID_REQUEST'],
    ['for an account',                    { method: '계좌이체' },                                             '2026-03-04T10:00:00', 'INVALID_REQUEST'],
    ['for another kind of payment',       { payType: 'WALLET' },                                           '2026-03-04T10:00:00', 'INVALID_REQUEST'],
  ] as const)('%s', async (_, wanted, at, expected) => {
    const taken = take({ ...paying, ...wanted }, at);
    if (typeof expected === 'bigint') expect(await taken).toBe(expected);
    else await expect(taken).rejects.toMatchObject({ code: expected });
  });

  test('comes out of its budget, also under a rush, until that cannot pay a whole one', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => take(paying)));
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: string }] : [],
    );
    expect(refusals).toHaveLength(6);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['EXCEED_DISCOUNT_BUDGET']));
    expect((await sandbox.provider.getCardPromotion({})).discountCards[0]).toMatchObject({
      discountCode: 'c-1',
      balance: 500n,
    });
  });
});

// prettier-ignore
test.each([
  ['a month of the promotion',  { months: 3 },          true],
  ['at its minimum',            { amount: 50_000n },    true],
  ['below its minimum',         { amount: 49_999n },    false],
  ['another month',             { months: 4 },          false],
  ['a lump sum',                { months: 0 },          false],
  ['another issuer',            { issuerCode: '41' },   false],
  ['another kind of payment',   { payType: 'BILLING' }, false],
] as const)('the interest of %s is free: %j %s', async (_, plan, expected) => {
  await change(free);
  const call: Call = { ...callAt('2026-03-04T10:00:00'), sql: database };
  expect(await isInterestFree(call, { payType: 'NORMAL', issuerCode: '61', amount: 60_000n, months: 2, ...plan })).toBe(expected);
});
