import { connectDatabase } from '@jeongsan/database';
import { roles, roleScopes } from '@jeongsan/nest-kit';
import { search, SEARCH_ITEMS_MAX, type SearchItem, type SearchKind, searchKinds } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { dropChecks, fillTable } from '@jeongsan/testing';
import { type Person, type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';
import { type FoundKind, foundKinds } from './found-kinds.js';
import { SEARCH, searchedFor } from './search.js';

jest.setTimeout(120_000);
const ROWS = 3_000;
const ADDRESSES = 3;
const NUMBER = 4_711;
const ID = 'abc00000-0000-7000-8000-00000000beef';
const OTHER = 'def00000-0000-7000-8000-00000000cafe';
/** Of some kinds: a search lists twenty items, and there are more kinds. */
const SECOND = 'fed00000-0000-7000-8000-00000000f00d';

// prettier-ignore
/** The one row of each kind that the tests look for, as SQL by column. */
const wanted: Readonly<Record<SearchKind, readonly [table: string, given: Readonly<Record<string, string>>]>> = {
  order:          ['gateway.orders', { order_id: `'w-order'`, total: '12345', order_name: `'Kim Minji''s gift'` }],
  payment:        ['gateway.payment', { id: `'${ID}'`, payment_key: `'w-payment-key'`, transaction_key: `'w-payment-tx'`, order_id: `'w-order'`, amount: '12345' }],
  cancel:         ['gateway.cancel', { id: `'${ID}'`, payment_id: `'${ID}'`, transaction_key: `'w-cancel-tx'` }],
  seller:         ['onboarding.seller', { seller_id: `'w-seller'`, ref_seller_id: `'w-ref-seller'`, provider_seller_id: `'w-provider-seller'`, state: `'APPROVED'`, account_masked: `'110***678'` }],
  payout:         ['payouts.payout', { id: `'${ID}'`, ref_payout_id: `'w-ref-payout'`, provider_payout_id: `'w-provider-payout'`, seller_id: `'w-seller'` }],
  run:            ['payouts.run', { id: `'${ID}'`, business_date: `'2026-01-01'` }],
  batch:          ['payouts.batch', { id: `'${ID}'`, run_id: `'${OTHER}'`, idempotency_key: `'w-batch-key'` }],
  'account-change': ['onboarding.account_change', { id: `'${SECOND}'`, seller_id: `'w-seller'`, account_masked: `'110***678'` }],
  'parked-decision': ['payouts.parked_decision', { id: `'${SECOND}'`, payout_id: `'${OTHER}'` }],
  reissue:        ['payouts.reissue', { id: `'${SECOND}'`, payout_id: `'dab00000-0000-7000-8000-00000000d00d'`, seller_id: `'w-seller'` }],
  'write-off':    ['payouts.debt_write_off', { id: `'${SECOND}'`, seller_id: `'w-seller'` }],
  reserve:        ['payouts.reserve_hold', { id: `'${SECOND}'`, seller_id: `'w-seller'` }],
  'commission-rule': ['payouts.commission_rule', { id: `'${SECOND}'` }],
  statement:      ['payouts.statement', { id: `'${ID}'`, seller_id: `'w-seller'` }],
  'tax-invoice':  ['payouts.tax_invoice', { id: `'${ID}'`, seller_id: `'w-seller'`, external_reference: `'w-invoice-ref'` }],
  adjustment:     ['payouts.seller_adjustment', { id: `'${ID}'`, seller_id: `'w-seller'` }],
  repayment:      ['payouts.debt_repayment', { id: `'${ID}'`, seller_id: `'w-seller'`, reference: `'w-repayment-ref'` }],
  hold:           ['payouts.hold', { id: `'${ID}'`, seller_id: `'w-seller'` }],
  'terms-change': ['payouts.terms_change', { id: `'${ID}'`, seller_id: `'w-seller'` }],
  'rule-change':  ['payouts.rule_change', { id: `'${ID}'` }],
  break:          ['reconciliation.break', { id: `'${ID}'`, subject: `'w-subject'`, order_id: `'w-broken-order'`, payment_key: `'w-broken-payment'`, seller_id: `'w-seller'` }],
  'break-decision': ['reconciliation.break_decision', { id: `'${ID}'`, break_id: `'${ID}'` }],
  'hand-run':     ['reconciliation.hand_run', { id: `'${ID}'`, state: `'done'` }],
  'bank-statement': ['reconciliation.bank_statement', { id: `'${ID}'` }],
  'bank-row':     ['reconciliation.bank_row', { id: `'${ID}'`, statement_id: `'${OTHER}'`, reference: `'w-bank-ref'`, counterparty: `'w-Kim Minji'` }],
  posting:        ['ledger.posting', { id: String(NUMBER), key: `'w-posting-key'` }],
  'webhook-endpoint': ['webhooks.endpoint', { id: `'${OTHER}'`, enabled: 'true' }],
  delivery:       ['webhooks.delivery', { event_id: `'${ID}'`, endpoint_id: `'${OTHER}'` }],
  decision:       ['audit.decision', { id: `'${ID}'` }],
};

/** Columns without a value of their own in other rows, although they are found. */
const filled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'gateway.payment': { transaction_key: `'tx-' || n`, order_id: `'filled-' || n` },
  'gateway.cancel': { transaction_key: `'cancel-tx-' || n` },
  'onboarding.seller': { provider_seller_id: `'provider-seller-' || n` },
  'payouts.payout': { provider_payout_id: `'provider-payout-' || n` },
  'payouts.run': { business_date: `date '2030-01-01' + n::int` },
  'payouts.commission_rule': { category: `'category-' || n` },
  'payouts.tax_invoice': { external_reference: `'invoice-' || n` },
  'reconciliation.hand_run': { state: `'done'` },
  'reconciliation.bank_row': { reference: `'bank-' || n` },
  'reconciliation.break': { order_id: `'broken-' || n`, payment_key: `'broken-key-' || n` },
};

let world: ReconcilerWorld;
/** The service's own login: what it may not read, it cannot find. */
let own: DataSource;

beforeAll(async () => {
  world = await reconcilerWorld(new Date('2026-08-01T00:00:00Z'));
  own = await connectDatabase({ url: world.databaseUrl, poolSize: 1, applicationName: 'test' });
  for (const [table, given] of Object.values(wanted)) {
    await dropChecks(world.db, table);
    await fillTable(world.db, table, { from: 1, to: 1, given });
    const to = table === 'webhooks.endpoint' ? ADDRESSES : ROWS;
    await fillTable(world.db, table, { from: 100, to: 100 + to, given: filled[table] ?? {} });
  }
  const waiting = { transaction_key: `'foreign-tx-' || n`, order_id: 'null', provider_order_id: `'foreign-' || n` };
  await fillTable(world.db, 'gateway.payment', { from: 10_000, to: 10_000 + ROWS, given: waiting });
  await world.db.query('analyze');
});
afterAll(async () => {
  await own.destroy();
  await world.close();
});

const searchAs = (who: Person, q: string) => world.call(who, 'GET', `/search?q=${encodeURIComponent(q)}`);
const found = async (q: string, who: Person = 'choi'): Promise<SearchItem[]> =>
  (await searchAs(who, q)).json.items as unknown as SearchItem[];

const referencesOf = (kind: SearchKind): FoundKind['references'] => foundKinds[kind].references;
/** What each reference of the wanted row is, as the column in `wanted` says. */
const everyReference = searchKinds.flatMap((kind) =>
  Object.entries(referencesOf(kind)).flatMap(([field, reference]) => {
    const column =
      ('text' in reference ? reference.text : 'uuid' in reference ? reference.uuid : reference.number).split('.')[1] ??
      '';
    const value = wanted[kind][1][column]?.replaceAll(`'`, '');
    // Only a payment without an order is found by the provider's number: it has a test of its own.
    return field === 'providerOrderId' ? [] : [[kind, field, value ?? ''] as const];
  }),
);

test.each(everyReference)('a %s is found by its %s', async (kind, field, value) => {
  const items = await found(value);
  const item = items.find((one) => one.kind === kind);
  expect(item).toMatchObject({ kind, isExact: true });
  // An order that is a reference of several kinds is listed for each; the same item once.
  expect(items.filter((one) => one.kind === kind && one.id === item?.id)).toHaveLength(1);
  expect([item?.matched, ...(kind === 'run' ? ['runId'] : [])]).toContain(field);
  const shown = foundKinds[kind].shownBy.path.replace(/\{\w+\}/g, '[^/{}]+');
  expect(item?.path).toMatch(new RegExp(`^${shown}$`));
});

test('an item says in plain words what it is, where it is shown, and whose it is', async () => {
  expect(await found('w-payment-key')).toEqual([
    {
      ...{ kind: 'payment', id: 'w-payment-key', title: 'Payment of 12,345 KRW, filled-00000001' },
      ...{
        path: '/payments/w-payment-key',
        matched: 'paymentKey',
        isExact: true,
        sellerId: null,
        orderId: 'w-order',
      },
    },
  ]);
  const [batch] = await found('w-batch-key');
  expect(batch).toMatchObject({ id: ID, path: `/payout-batches/${ID}` });
  const [parked] = (await found(SECOND)).filter(({ kind }) => kind === 'parked-decision');
  expect(parked).toMatchObject({ id: SECOND, path: `/parked-payouts/${OTHER}` });
  const [delivery] = (await found(ID)).filter(({ kind }) => kind === 'delivery');
  expect(delivery?.path).toBe(`/webhook-endpoints/${OTHER}/deliveries/${ID}`);
  const [, decision] = (await found(ID)).filter(({ kind }) => kind.startsWith('break'));
  expect(decision).toMatchObject({
    path: `/reconciliation/break-decisions/${ID}`,
    sellerId: 'w-seller',
    orderId: 'w-broken-order',
  });
});

test('the order itself comes before its payments, and exact ones before those that only begin so', async () => {
  expect((await found('w-order')).map(({ kind, isExact }) => [kind, isExact])).toEqual([
    ['order', true],
    ['payment', true],
  ]);
  await fillTable(world.db, 'gateway.orders', { from: 1, to: 1, given: { order_id: `'w-seller-2'` } });
  expect((await found('w-seller')).map(({ kind, id, isExact }) => [kind, id, isExact])).toEqual([
    ['seller', 'w-seller', true],
    ['order', 'w-seller-2', false],
  ]);
});

test('a part of a UUID finds it in any case, and no text is a UUID by chance', async () => {
  expect((await found('ABC00000-0000')).filter(({ kind }) => kind === 'payout')).toMatchObject([
    { id: ID, isExact: false },
  ]);
  expect(await found('abc00000_0000')).toEqual([]);
  expect(await found(`${ID}0`)).toEqual([]);
});

test.each(['w-order-that-is-not', 'W-ORDER', '%-order', 'w_order', 'w-orde_', 'w\\-order', "w-order' or true --"])(
  '%s finds nothing: case counts, and signs that SQL knows stand for themselves',
  async (q) => {
    expect((await searchAs('choi', q)).json).toEqual({ items: [], more: false });
  },
);

test('a sign that SQL knows is found where it is', async () => {
  await fillTable(world.db, 'gateway.orders', { from: 1, to: 1, given: { order_id: `'x%_\\1'` } });
  expect(await found('x%_\\')).toMatchObject([{ id: 'x%_\\1', path: '/orders/x%25_%5C1' }]);
});

test('white space around the text is not searched for', async () => {
  expect(await found('  w-order\t')).toHaveLength(2);
});

test('a payment that waits for its order is found by the number that the provider has', async () => {
  const given = {
    order_id: 'null',
    provider_order_id: `'w-foreign-order'`,
    payment_key: `'w-foreign-key'`,
    id: `'def00000-0000-7000-8000-00000000f00d'`,
  };
  await fillTable(world.db, 'gateway.payment', {
    from: 1,
    to: 1,
    given: { ...given, transaction_key: `'w-foreign-tx'` },
  });
  expect(await found('w-foreign-order')).toMatchObject([
    { kind: 'payment', matched: 'providerOrderId', orderId: null },
  ]);
});

test(`at most ${SEARCH_ITEMS_MAX} items are listed, and whether there are more`, async () => {
  const { json } = await searchAs('choi', 'filled-0000');
  expect([json.items.length, json['more']]).toEqual([SEARCH_ITEMS_MAX, true]);
  expect((await searchAs('choi', 'w-order')).json['more']).toBe(false);
});

test.each(['ab', '  ab  ', 'x'.repeat(201), 'abc\u0000', 'abc\u001b'])('%j is refused', async (q) => {
  expect(await searchAs('choi', q)).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } });
});

test('a search without a text is refused, and unknown fields by their names', async () => {
  expect(await world.call('choi', 'GET', '/search')).toMatchObject({ status: 400 });
  const refused = await world.call('choi', 'GET', '/search?q=w-order&kind=order');
  expect([refused.status, JSON.stringify(refused.json)]).toEqual([400, expect.stringContaining('kind')]);
});

test('names and account numbers are neither found nor shown', async () => {
  for (const q of ['Kim Minji', 'w-Kim', '110***678']) expect(await found(q)).toEqual([]);
  for (const q of ['w-order', 'w-bank-ref', 'w-seller'])
    expect(JSON.stringify(await found(q))).not.toMatch(/Minji|gift|110/);
});

test.each(roles)('%s finds exactly the kinds that its role may read elsewhere', async (role) => {
  const rowsOf = (id: string) => SEARCH.rows<{ kind: SearchKind }>(own, searchedFor(id, [role]));
  const rows = [...(await rowsOf(ID)), ...(await rowsOf(SECOND))];
  const readable = searchKinds.filter((kind) =>
    (roleScopes[role] as readonly string[]).includes(foundKinds[kind].shownBy.scope),
  );
  const byUuid = readable.filter((kind) => !['order', 'seller', 'posting', 'webhook-endpoint'].includes(kind));
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(byUuid.toSorted());
});

test('over HTTP, the market hears nothing of breaks, and a viewer nothing of addresses', async () => {
  expect(await found('w-subject', 'shop')).toEqual([]);
  expect(await found(OTHER, 'shop')).toMatchObject([{ kind: 'webhook-endpoint' }]);
  expect(await found('w-subject', 'viewer')).toMatchObject([{ kind: 'break' }]);
  expect(await found(OTHER, 'viewer')).toEqual([]);
});

type Plan = Readonly<{ 'Node Type': string; 'Index Cond'?: string; 'Relation Name'?: string; Plans?: readonly Plan[] }>;
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test.each(['w-order', ID, 'abc00000', String(NUMBER), '000'])(
  'a search for %s reads every table by an index',
  async (q) => {
    const [row] = await own.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `explain (format json) ${SEARCH.text}`,
      SEARCH.values(searchedFor(q, ['admin'])),
    );
    const nodes = row?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)) ?? [];
    // Empty partitions, and the few addresses for events, are read as they are.
    const whole = nodes.filter(
      (node) => node['Node Type'].includes('Seq Scan') && node['Relation Name'] !== 'endpoint',
    );
    expect(whole).toEqual([]);
    const byIndex = nodes.filter((node) => /Index (Only )?Scan/.test(node['Node Type']));
    expect(byIndex.length).toBeGreaterThan(10);
    // An index without a condition is walked from its first entry to its last.
    expect(byIndex.filter((node) => node['Index Cond'] === undefined)).toEqual([]);
  },
);

test('every kind needs a scope, and the path of its endpoint has the parameters that the kind names', () => {
  for (const kind of searchKinds) {
    const { shownBy, path, id }: FoundKind = foundKinds[kind];
    const named = [...shownBy.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([kind, Object.keys(path ?? { [named[0] ?? '']: id }).toSorted()]).toEqual([kind, named.toSorted()]);
    expect([kind, shownBy.method, typeof shownBy.scope]).toEqual([kind, 'GET', 'string']);
  }
  expect(search.scope).toBe('self:read');
});
