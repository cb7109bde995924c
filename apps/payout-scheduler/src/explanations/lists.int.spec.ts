import { parseEnv } from '@jeongsan/nest-kit';
import { schedulerContract } from '@jeongsan/platform-contract';
import { chargeDocument, plainTerms, termsDocument } from '@jeongsan/settlement';
import {
  amountQueries,
  casesOf,
  bigAmounts,
  dayQueries,
  daysAtEdges,
  listedItems,
  missingFilters,
  oneOf,
  type ServiceOfRows,
  serviceOfRows,
} from '@jeongsan/testing';
import { AppModule } from '../app.module.js';
import { Env } from '../env.js';

jest.setTimeout(120_000);
const NOW = new Date('2026-05-13T09:00:00+09:00');

let service: ServiceOfRows;
beforeAll(async () => {
  service = await serviceOfRows('payout-scheduler', NOW, (settings) => {
    const env = parseEnv(Env, settings);
    return { module: AppModule.for(env), env, title: 'payout-scheduler', contract: schedulerContract };
  });
  await service.fill(rows);
});
afterAll(() => service.close());

const uuid = (digit: number): string => `0000000${digit}-0000-7000-8000-00000000000${digit}`;
const ofUuid = `(array['${uuid(1)}', '${uuid(2)}', '${uuid(3)}']::uuid[])[1 + n % 3]`;
const amount = bigAmounts;
const seller = { seller_id: oneOf('s-1', 's-2', 's-3') };
const terms = `'${termsDocument(plainTerms())}'::jsonb`;

// prettier-ignore
/** Rows of each table, as SQL by column over the number of the row. */
const rows = {
  'payouts.payout': { ...seller, amount, run_id: ofUuid, batch_id: ofUuid, created_at: daysAtEdges, schedule_type: oneOf('EXPRESS', 'SCHEDULED'),
    state: oneOf('paid', 'failed', 'parked', 'in_transit', 'reserved'), payout_date: `date '2026-05-01' + (n % 4)::int`, observed_at: daysAtEdges },
  'payouts.batch': { run_id: ofUuid, state: oneOf('accepted', 'rejected', 'unknown'), schedule_type: oneOf('EXPRESS', 'SCHEDULED'), created_at: daysAtEdges,
    payout_date: `date '2026-05-01' + (n % 4)::int`, body: `'[{"amount":{"value":3000000000}},{"amount":{"value":1}}]'::jsonb` },
  'payouts.run': { business_date: `date '2026-05-01' + n::int`, state: oneOf('draft', 'approved', 'closed'), total: amount },
  'payouts.statement': { run_id: ofUuid, seller_id: `'s-' || n % 3`, business_date: `date '2026-05-01' + (n / 3)::int`, payout_amount: amount, hold_reason: oneOf('MINIMUM', 'KYC') },
  'payouts.hold': { ...seller, scope: oneOf('SELLER', 'ORDER', 'AMOUNT', 'AMOUNT'), reason: oneOf('DISPUTE', 'FRAUD', 'KYC'), order_id: oneOf('o-1', 'o-2'), placed_at: daysAtEdges,
    released_at: `case when n % 3 = 0 then now() end`, release_on: `case when n % 4 > 1 then date '2026-05-01' + n::int end` },
  'payouts.reserve_hold': { ...seller, amount, released: `case when n % 2 = 0 then 3000000000 + n % 7 else 1 end`, created_at: daysAtEdges, release_on: `case when n % 5 > 0 then date '2026-05-01' + n::int end` },
  'payouts.debt_write_off': { ...seller, amount, state: oneOf('requested', 'approved', 'rejected'), requested_at: daysAtEdges },
  'payouts.seller_adjustment': { ...seller, amount, state: oneOf('proposed', 'posted', 'rejected'), proposed_at: daysAtEdges },
  'payouts.debt_repayment': { ...seller, amount, received_at: daysAtEdges, recorded_at: `timestamptz '2026-06-01T00:00Z' + (n % 6) * interval '1 hour'`, reference: `'Bank-' || n` },
  'payouts.reissue': { ...seller, amount, payout_id: ofUuid, requested_at: daysAtEdges, statement_id: `case when n % 2 = 0 then '${uuid(4)}'::uuid end` },
  'payouts.statement_mail': { ...seller, state: oneOf('unsent', 'sent', 'failed'), format: `'pdf'`, asked_at: daysAtEdges, month: `case when n <= 24 then (date '2024-01-01' + n * interval '1 month')::date end`, seller_id: `'s-' || n` },
  'payouts.tax_invoice': { seller_id: `'s-' || n`, month: `date '2026-04-01'`, state: oneOf('drafted', 'issued', 'canceled'), direction: oneOf('DIRECT', 'REVERSE'), kind: oneOf('TAX_INVOICE', 'INVOICE', 'INVOICE'),
    issue_by: `date '2026-05-01' + n::int` },
  'payouts.provider_finding': { ...seller, kind: `'NEVER_SENT'`, found_at: daysAtEdges, provider_payout_id: `'p-' || n`, acknowledgement_id: `case when n % 2 = 0 then n end` },
  'payouts.terms_change': { ...seller, state: oneOf('proposed', 'approved', 'rejected'), proposed_at: daysAtEdges, document: terms },
  'payouts.rule_change': { kind: `'end'`, state: oneOf('proposed', 'approved', 'rejected'), proposed_at: daysAtEdges, document: `'{"effectiveTo":"2026-09-01"}'::json` },
  'payouts.commission_rule': { category: oneOf('food', 'books'), product_id: oneOf('p-1', 'p-2', 'p-3'), seller_id: oneOf('s-1', 's-2', 's-3', 's-4'), charge: `'${chargeDocument(plainTerms().commission)}'::jsonb`,
    effective_from: `date '2026-05-01' + n::int`, effective_to: `date '2026-05-20' + n::int` },
  'payouts.seller_terms': { seller_id: `'t-' || n / 3`, effective_from: `date '2026-05-01' + (n % 3)::int`, document: terms },
} as const;

const newest = (time: string): string => `${time} desc, id desc`;
const equal = (...filters: (readonly [filter: string, column: string, value: string])[]) =>
  filters.map(([filter, column, value]) => [`${filter}=${value}`, `${column}::text = '${value}'`] as const);
const all = ['', 'true'] as const;

type Case = readonly [query: string, where: string];
type List = Readonly<{
  from: string;
  order: string;
  column?: string;
  member?: string;
  where?: string;
  cases: readonly Case[];
}>;

// prettier-ignore
const lists: Readonly<Record<string, List>> = {
  '/payouts': { from: 'payouts.payout', order: newest('created_at'), cases: [all, ...dayQueries('created_at'), ...amountQueries('amount'),
    ...equal(['runId', 'run_id', uuid(1)], ['batchId', 'batch_id', uuid(2)], ['sellerId', 'seller_id', 's-1'], ['state', 'state', 'failed'],
             ['scheduleType', 'schedule_type', 'EXPRESS'], ['payoutDate', 'payout_date', '2026-05-03']),
    ['owed=true', 'false'], ['owed=false', `state in ('failed', 'refused', 'returned')`],
    ['sellerId=s-2&state=paid&minAmount=3000000002', `seller_id = 's-2' and state = 'paid' and amount >= 3000000002`]] },
  '/payout-batches': { from: 'payouts.batch', order: newest('created_at'), cases: [all, ...dayQueries('created_at'),
    ...equal(['runId', 'run_id', uuid(1)], ['state', 'state', 'unknown'], ['scheduleType', 'schedule_type', 'EXPRESS'], ['payoutDate', 'payout_date', '2026-05-03'])] },
  '/payout-runs': { from: 'payouts.run', order: 'business_date desc', cases: [all, ...amountQueries('total'), ...equal(['state', 'state', 'draft']),
    ['from=2026-05-10&to=2026-05-12', `business_date between '2026-05-10' and '2026-05-12'`]] },
  '/statements': { from: 'payouts.statement', order: newest('business_date'), cases: [all, ...amountQueries('payout_amount'),
    ...equal(['runId', 'run_id', uuid(1)], ['sellerId', 'seller_id', 's-1'], ['holdReason', 'hold_reason', 'KYC']),
    ['from=2026-05-10&to=2026-05-12', `business_date between '2026-05-10' and '2026-05-12'`]] },
  '/holds': { from: 'payouts.hold', order: newest('placed_at'), cases: [all, ...dayQueries('placed_at'),
    ...equal(['sellerId', 'seller_id', 's-1'], ['scope', 'scope', 'ORDER'], ['reason', 'reason', 'FRAUD'], ['orderId', 'order_id', 'o-1']),
    ['open=true', 'released_at is null'], ['open=false', 'released_at is not null'], ['due=2026-05-20', `released_at is null and release_on <= '2026-05-20'`]] },
  '/reserves': { from: 'payouts.reserve_hold', order: newest('created_at'), cases: [all, ...dayQueries('created_at'), ...amountQueries('amount'), ...equal(['sellerId', 'seller_id', 's-1']),
    ['open=true', 'released < amount'], ['open=false', 'released = amount'], ['due=2026-05-20', `released < amount and release_on <= '2026-05-20'`]] },
  '/write-offs': { from: 'payouts.debt_write_off', order: newest('requested_at'), cases: [all, ...dayQueries('requested_at'), ...amountQueries('amount'),
    ...equal(['sellerId', 'seller_id', 's-1'], ['state', 'state', 'approved'])] },
  '/adjustments': { from: 'payouts.seller_adjustment', order: newest('proposed_at'), cases: [all, ...dayQueries('proposed_at'), ...equal(['sellerId', 'seller_id', 's-1'], ['state', 'state', 'posted'])] },
  '/repayments': { from: 'payouts.debt_repayment', order: newest('recorded_at'), cases: [all, ...dayQueries('received_at'), ...amountQueries('amount'), ...equal(['sellerId', 'seller_id', 's-1']),
    ['text=bANK-1', `reference ilike '%bank-1%'`], ['text=%25_', 'false']] },
  '/reissues': { from: 'payouts.reissue', order: newest('requested_at'), cases: [all, ...dayQueries('requested_at'), ...equal(['sellerId', 'seller_id', 's-1'], ['payoutId', 'payout_id', uuid(2)]),
    ['open=true', 'statement_id is null'], ['open=false', 'statement_id is not null']] },
  '/statement-mails': { from: 'payouts.statement_mail', order: newest('asked_at'), cases: [all, ...dayQueries('asked_at'), ...equal(['sellerId', 'seller_id', 's-1'], ['state', 'state', 'failed']),
    ['month=2024-06', `month = '2024-06-01'`]] },
  '/parked-payouts': { from: 'payouts.payout', where: `state = 'parked'`, order: 'id', member: 'payoutId', cases: [all, ...equal(['sellerId', 'seller_id', 's-1'], ['runId', 'run_id', uuid(1)])] },
  '/tax-invoices': { from: 'payouts.tax_invoice', order: 'id', cases: [all, ...equal(['sellerId', 'seller_id', 's-1'], ['state', 'state', 'issued'], ['direction', 'direction', 'REVERSE'], ['kind', 'kind', 'INVOICE']),
    ['month=2026-04', 'true'], ['late=true', `state <> 'canceled' and issue_by < '2026-05-13'`], ['late=false', `state = 'canceled' or issue_by >= '2026-05-13'`]] },
  '/dispatch-control/findings': { from: 'payouts.provider_finding', order: 'id', cases: [all, ...dayQueries('found_at'), ...equal(['sellerId', 'seller_id', 's-1']),
    ['open=true', 'acknowledgement_id is null'], ['open=false', 'acknowledgement_id is not null']] },
  '/terms-changes': { from: 'payouts.terms_change', order: newest('proposed_at'), cases: [all, ...dayQueries('proposed_at'), ...equal(['sellerId', 'seller_id', 's-1'], ['state', 'state', 'approved'])] },
  '/commission-rule-changes': { from: 'payouts.rule_change', order: newest('proposed_at'), cases: [all, ...dayQueries('proposed_at'), ...equal(['state', 'state', 'approved'])] },
  '/commission-rules': { from: 'payouts.commission_rule', order: 'id', cases: [all, ...equal(['category', 'category', 'food'], ['productId', 'product_id', 'p-1'], ['sellerId', 'seller_id', 's-4']),
    ['on=2026-05-25', `effective_from <= '2026-05-25' and effective_to > '2026-05-25'`]] },
  '/terms': { from: 'payouts.seller_terms', order: 'seller_id, effective_from', column: `seller_id || effective_from`, member: 'place', cases: [all, ...equal(['sellerId', 'seller_id', 't-4'], ['cycle', 'cycle', 'DAILY']),
    ['from=2026-05-02&to=2026-05-02', `effective_from = '2026-05-02'`], ['on=2026-05-02', `effective_from <= '2026-05-02' and not exists (select from payouts.seller_terms v where v.seller_id = seller_terms.seller_id and v.effective_from <= '2026-05-02' and v.effective_from > seller_terms.effective_from)`]] },
};

const cases = casesOf(lists);

test.each(cases)('%s with "%s" lists the same rows as SQL', async (path, query, where) => {
  const { from, order, column = 'id', member = 'id', where: always = 'true' } = lists[path] as List;
  const of = { from, column, member, order };
  const reader = member === 'place' ? withPlaces(service) : service;
  const { listed, inTable } = await listedItems(reader, path, query, of, `${always} and (${where})`);
  expect(listed).toEqual(inTable);
});

/** Versions of terms have no id: the seller and the date tell them apart. */
const withPlaces = (of: ServiceOfRows): ServiceOfRows => ({
  ...of,
  read: async (url) => {
    const { status, json } = await of.read(url);
    const items = json.items.map((item) => ({
      ...item,
      place: `${String(item['sellerId'])}${String(item['effectiveFrom'])}`,
    }));
    return { status, json: { ...json, items } };
  },
});

test('every filter of these lists is tested', () => {
  expect(missingFilters(schedulerContract, cases)).toEqual([]);
});

const id = (n: number): string => `0000000${n}-0000-7000-8000-00000000000${n}`;
// prettier-ignore
test.each([
  ['/payouts',         'PAYOUT_NOT_FOUND'],
  ['/payout-batches',  'BATCH_NOT_FOUND'],
  ['/holds',           'HOLD_NOT_FOUND'],
  ['/reserves',        'RESERVE_NOT_FOUND'],
  ['/write-offs',      'WRITE_OFF_NOT_FOUND'],
  ['/repayments',      'REPAYMENT_NOT_FOUND'],
  ['/reissues',        'REISSUE_NOT_FOUND'],
  ['/statement-mails', 'STATEMENT_MAIL_NOT_FOUND'],
  ['/commission-rules', 'COMMISSION_RULE_NOT_FOUND'],
] as const)('one item of %s is as its list shows it, and one that is not there is %s', async (path, code) => {
  const { json } = await service.read(`${path}?limit=1`);
  const [item] = json.items;
  const one = await service.read(`${path}/${String(item?.['id'])}`);
  expect(one).toMatchObject({ status: 200, json: item });
  const none = await service.read(`${path}/${id(9).replace('-0000-', '-ffff-')}`);
  expect([none.status, none.json['code']]).toEqual([404, code]);
});

test('one parked payout has the evidence of its list', async () => {
  const [item] = (await service.read('/parked-payouts?limit=1')).json.items;
  expect(await service.read(`/parked-payouts/${String(item?.['payoutId'])}`)).toMatchObject({
    status: 200,
    json: item,
  });
  const [paid] = (await service.read('/payouts?state=paid&limit=1')).json.items;
  expect((await service.read(`/parked-payouts/${String(paid?.['id'])}`)).json).toMatchObject({
    code: 'PAYOUT_NOT_PARKED',
  });
});

test('a batch shows its payouts as their list does', async () => {
  const [batch] = (await service.read('/payout-batches?limit=1')).json.items;
  const batchId = String(batch?.['id']);
  const sql = `update payouts.payout set batch_id = $1 where id in (select id from payouts.payout order by id limit 2)`;
  await service.db.query(sql, [batchId]);
  const { items } = (await service.read(`/payouts?batchId=${batchId}`)).json;
  expect(items).toHaveLength(2);
  const { payouts } = (await service.read(`/payout-batches/${batchId}`)).json as unknown as { payouts: unknown[] };
  expect(payouts).toHaveLength(2);
  expect(payouts).toEqual(expect.arrayContaining(items));
});

test('a batch says how much it asks for, beyond what 32 bits hold', async () => {
  const [batch] = (await service.read('/payout-batches?limit=1')).json.items;
  expect(batch).toMatchObject({ payoutCount: 2, amount: 3_000_000_001 });
});

test.each(['/payouts?seller=s-1', '/payouts?minAmount=-1', '/payouts?minAmount=1.5', '/reserves?from=2026-02-30'])(
  '%s is refused',
  async (url) => {
    expect((await service.read(url)).json).toMatchObject({ code: 'INVALID_REQUEST' });
  },
);
