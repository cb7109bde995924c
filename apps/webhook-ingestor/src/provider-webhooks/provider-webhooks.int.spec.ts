import { randomUUID } from 'node:crypto';
import { enqueue } from '@jeongsan/database';
import { HOURS_AGO, inboxWorld, type Item, NOW, payment, payout } from '../testing/inbox-world.js';

const world = inboxWorld();
const { call, send, signed } = world;
beforeAll(world.open, 60_000);
afterAll(world.close);
beforeEach(world.empty);

const seller = (id: string) => ({ ...payout(id), eventType: 'seller.changed', entityType: 'seller' });
const deposit = (orderId: string) => ({
  eventType: 'DEPOSIT_CALLBACK',
  createdAt: NOW,
  status: 'DONE',
  secret: 'ps_1',
  orderId,
});
const PAYOUT = randomUUID();
const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);
const list = async (query = ''): Promise<Item[]> => (await call('GET', `/provider-webhooks${query}`)).json.items;
const sqlIds = async (where: string): Promise<string[]> =>
  idsOf(await world.db().query<Item[]>(`select id from webhooks.inbox where ${where} order by id desc`));
const setJobs = (column: string, job: string) =>
  world.db().query(`update messaging.outbox set ${column} = clock_timestamp() where job = $1`, [job]);

// prettier-ignore
const everyLook = [
  ['payout.observe',          'payout/FPA_1',  () => signed(payout('FPA_1'))],
  ['seller.observe',          'seller/s_1',    () => signed(seller('s_1'))],
  ['payment.observe',         'payment/pay_1', () => send(payment('pay_1'))],
  ['payment-order.observe',   'order/order-1', () => send(deposit('order-1'))],
  ['payment-cancel.find',     'cancel/tx_1',   () => send({ eventType: 'CANCEL_STATUS_CHANGED', createdAt: NOW, data: { transactionKey: 'tx_1' } })],
  ['link-order.observe',      'link/ord_1',    () => send({ eventType: 'ORDER_PAYMENT_STATUS_CHANGED', createdAt: NOW, data: { orderKey: 'ord_1' } })],
  ['ars-reservation.observe', 'ars/ars_1',     () => send({ eventType: 'ars-reservation.changed', createdAt: NOW, eventId: 'e', entityBody: { arsReservationKey: 'ars_1' } })],
] as const;

test.each(everyLook)(
  'a webhook waits while its %s is open, is done afterwards, and dead when the job is',
  async (job, subject, receive) => {
    const id = await receive();
    expect(await list()).toMatchObject([{ id, subject, state: 'waiting', leftAlone: null, hasBody: true }]);
    await setJobs('dead_at', job);
    expect(await list()).toMatchObject([{ id, state: 'dead' }]);
    await world.db().query('update messaging.outbox set dead_at = null');
    await setJobs('done_at', job);
    expect(await list()).toMatchObject([{ id, state: 'done' }]);
  },
);

test('a look that another service enqueued for its own reason does not make a webhook wait', async () => {
  await send(payment('pay_1'));
  await setJobs('done_at', 'payment.observe');
  await enqueue(world.db(), 'payment.observe', { paymentKey: 'pay_1' }, new Date(), {
    dedupeKey: 'payment.observe/pay_1/7',
  });
  expect(await list()).toMatchObject([{ state: 'done' }]);
});

/** An order, its payment, and a payout of ours that the webhooks name. */
async function knownPayment(): Promise<void> {
  await world.db().query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ('order-1', 'shoes', now(), 'KRW', 1000, 0, 'x', now())`,
  );
  await world
    .db()
    .query(
      `insert into gateway.payment (id, order_id, payment_key, amount, state, created_at) values ($1, 'order-1', 'pay_1', 1000, 'confirming', now())`,
      [randomUUID()],
    );
  const [runId, statementId] = [randomUUID(), randomUUID()];
  await world.db().transaction(async (tx) => {
    await tx.query(
      `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
       values ($1, '2026-11-20', now(), 'draft', 0, 0, 0, 0, '', 'system:payout-scheduler', now())`,
      [runId],
    );
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at, stated_through)
       values ($1, $2, 'acme', '2026-11-20', 1000, 0, 1000, 0, now(), 0)`,
      [statementId, runId],
    );
    await tx.query(
      `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at, provider_payout_id)
       values ($1, 'ref-1', $2, $3, 'acme', 's_1', '', 1000, 'KRW', 'paid', now(), 'FPA_2')`,
      [PAYOUT, runId, statementId],
    );
  });
}

/** One webhook of every kind and state. Returns the instant between the first four and the others. */
async function manyWebhooks(): Promise<string> {
  await signed(payout('FPA_1'));
  await signed(seller('s_1'));
  await send(payment('pay_1'));
  await send(deposit('order-1'));
  await setJobs('done_at', 'payment.observe');
  await setJobs('dead_at', 'seller.observe');
  const between = new Date().toISOString();
  await send({ eventType: 'BILLING_DELETED', createdAt: NOW, data: { billingKey: 'b' } });
  await signed(payout('FPA_2'), HOURS_AGO(200));
  await signed(payment('pay_1', { status: 'DONE' }));
  await knownPayment();
  return between;
}

test('each filter finds what SQL finds', async () => {
  const between = await manyWebhooks();
  const of = (table: string) => `subject in (select ${table})`;
  // prettier-ignore
  const filters: readonly (readonly [query: string, where: string, count: number])[] = [
    ['?eventType=payout.changed',      `event_type = 'payout.changed'`,                                     2],
    ['?subject=payment/pay_1',         `subject = 'payment/pay_1'`,                                         2],
    ['?paymentKey=pay_1',              `subject in ('payment/pay_1', 'order/order-1')`,                     3],
    ['?paymentKey=pay_2',              `false`,                                                             0],
    [`?payoutId=${PAYOUT}`,            `subject = 'payout/FPA_2'`,                                          1],
    [`?payoutId=${randomUUID()}`,      `false`,                                                             0],
    ['?state=left-alone',              `left_alone is not null`,                                            2],
    ['?state=dead',                    of(`'seller/s_1'`),                                                  1],
    ['?state=waiting',                 `event_type in ('payout.changed', 'DEPOSIT_CALLBACK', 'PAYMENT_STATUS_CHANGED') and left_alone is null`, 4],
    ['?state=done',                    `false`,                                                             0],
    [`?to=${between}`,                 `received_at < '${between}'`,                                        4],
    [`?from=${between}`,               `received_at >= '${between}'`,                                       3],
    [`?from=${between}&eventType=payout.changed`, `received_at >= '${between}' and event_type = 'payout.changed'`, 1],
  ];
  for (const [query, where, count] of filters) {
    const found = idsOf(await list(query));
    expect({ query, found }).toEqual({ query, found: await sqlIds(where) });
    expect({ query, count: found.length }).toEqual({ query, count });
  }
});

test('pages hold each webhook once, the latest first', async () => {
  for (let i = 0; i < 7; i += 1) await send(payment(`pay_${i}`));
  const found: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const { json } = await call('GET', `/provider-webhooks?limit=3${after && `&after=${after}`}`);
    found.push(...idsOf(json.items));
    after = json.nextCursor;
  }
  expect([found.length, found]).toEqual([7, await sqlIds('true')]);
});

test('a list and a webhook show no personal data and no secret, whatever the sender put where', async () => {
  const personal = {
    customerName: '홍길동',
    customerMobilePhone: '01012341234',
    secret: 'ps_secret',
    card: { number: '4330****123*' },
  };
  const id = await send(
    payment('pay_1', { ...personal, totalAmount: 1000, 홍길동: { status: 'DONE' }, metadata: { note: '서울시' } }),
  );
  const { json } = await call('GET', `/provider-webhooks/${id}`, 'viewer');
  expect(json['body']).toEqual({
    ...{ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: NOW },
    data: {
      ...{
        paymentKey: 'pay_1',
        customerName: '***',
        customerMobilePhone: '***',
        secret: '***',
        card: { number: '***' },
      },
      ...{ totalAmount: 1000, '***': { status: 'DONE' }, metadata: { note: '***' } },
    },
  });
  expect(JSON.stringify([json, await list()])).not.toMatch(/홍길동|0101234|ps_secret|4330|서울시/);
});

test('an erased body is shown as null', async () => {
  const id = await send(payment('pay_1'));
  await world.db().query('update webhooks.inbox set body = null, body_sealed = null, sealed_by = null');
  expect((await call('GET', `/provider-webhooks/${id}`)).json).toMatchObject({ id, hasBody: false, body: null });
});

const nobody = '/provider-webhooks/00000000-0000-4000-8000-000000000000';
const reason = 'the provider was down';
// prettier-ignore
test.each([
  ['an unknown filter',        'GET',  '/provider-webhooks?paymentkey=a', 'operator', undefined,               400, 'INVALID_REQUEST', 'paymentkey'],
  ['an unknown state',         'GET',  '/provider-webhooks?state=lost',   'operator', undefined,               400, 'INVALID_REQUEST', 'state'],
  ['an unknown member',        'POST', `${nobody}/replay`,                'operator', { reason, force: true }, 400, 'INVALID_REQUEST', 'force'],
  ['no reason',                'POST', `${nobody}/replay`,                'operator', {},                      400, 'INVALID_REQUEST', 'reason'],
  ['reading nothing',          'GET',  nobody,                            'auditor',  undefined,               404, 'PROVIDER_WEBHOOK_NOT_FOUND', ''],
  ['replaying nothing',        'POST', `${nobody}/replay`,                'operator', { reason },              404, 'PROVIDER_WEBHOOK_NOT_FOUND', ''],
  ["the market's key listing", 'GET',  '/provider-webhooks',              'market',   undefined,               403, 'FORBIDDEN', ''],
  ["the market's key reading", 'GET',  nobody,                            'market',   undefined,               403, 'FORBIDDEN', ''],
  ["the market's key",         'POST', `${nobody}/replay`,                'market',   { reason },              403, 'FORBIDDEN', ''],
  ['a viewer',                 'POST', `${nobody}/replay`,                'viewer',   { reason },              403, 'FORBIDDEN', ''],
  ['an approver',              'POST', `${nobody}/replay`,                'approver', { reason },              403, 'FORBIDDEN', ''],
] as const)('%s is refused', async (_, method, url, role, body, status, code, named) => {
  const reply = await call(method, url, role, body);
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
  expect(JSON.stringify(reply.json)).toContain(named);
});
