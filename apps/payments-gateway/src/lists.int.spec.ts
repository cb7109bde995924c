import { parseEnv } from '@jeongsan/nest-kit';
import { gatewayOwnContract } from '@jeongsan/platform-contract';
import {
  amountQueries,
  casesOf,
  bigAmounts,
  dayQueries,
  daysAtEdges,
  listedItems,
  type ListedTable,
  missingFilters,
  oneOf,
  type ServiceOfRows,
  serviceOfRows,
  testSeal,
  type TestedLists,
} from '@jeongsan/testing';
import { gatewayApp } from './app.module.js';
import { Env } from './env.js';
import { orderNameOf } from './sealed-texts.js';

jest.setTimeout(120_000);

const uuid = `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

// prettier-ignore
/** Order n has one payment, one cancel and a line of one of three sellers. Its name is in the clear, as releases before the seal wrote it. */
const rows = {
  'gateway.orders': { order_id: `'Order-' || n`, order_name: oneOf('Blue shoes', '파란 신발', 'A gift'), total: bigAmounts, ordered_at: daysAtEdges },
  'gateway.order_line': { order_id: `'Order-' || n`, line_id: `'L1'`, seller_id: oneOf('s-1', 's-2', 's-3'), ordered_at: daysAtEdges },
  'gateway.payment': { order_id: `case when n % 6 <> 5 then 'Order-' || n end`, unallocated_because: oneOf('NO_ORDER', 'AMOUNT_DIFFERS'), side: oneOf('gateway', 'provider', 'provider'), currency: oneOf('KRW', 'KRW', 'USD'), payment_key: `'Pay-' || n`, amount: bigAmounts, method: oneOf('카드', '계좌이체'), created_at: daysAtEdges,
    state: oneOf('approved', 'canceled', 'refused', 'approved'), provider_order_id: `'p-' || n` },
  'gateway.payment_of_seller': { seller_id: oneOf('s-1', 's-2', 's-3'), created_at: daysAtEdges, payment_id: uuid },
  'gateway.cancel': { payment_id: uuid, amount: bigAmounts, created_at: daysAtEdges, kind: `case when n % 16 = 15 then 'correction' else 'cancel' end`,
    state: oneOf('done', 'requested', 'done', 'refused'), allocation: oneOf('named', 'assumed', 'assumed', 'named', 'named') },
  'gateway.cancel_line': { cancel_id: uuid, order_id: `'Order-' || n`, line_id: `'L1'`, seller_id: oneOf('s-1', 's-2', 's-3') },
  'gateway.split': { kind: oneOf('product', 'ars', 'product'), key: `'key-' || n / 4`, version: 'n', named_at: 'now()',
    document: `'{"lines":[{"lineId":"1","sellerId":"s-1","category":"food","share":100000}]}'::jsonb` },
} as const;

let service: ServiceOfRows;
beforeAll(async () => {
  service = await serviceOfRows('payments-gateway', new Date('2026-05-13T09:00:00+09:00'), (settings) =>
    gatewayApp(parseEnv(Env, settings)),
  );
  await service.fill(rows);
  // One name is sealed, as all are now.
  const sealed = testSeal.seal(orderNameOf('Order-5'), 'Sealed umbrella');
  await service.db.query(`update gateway.orders set order_name = $1 where order_id = 'Order-5'`, [sealed]);
});
afterAll(() => service.close());

const day = (time: string): string => `(${time} at time zone 'Asia/Seoul')::date`;
const ofSeller = (seller: string): string =>
  `order_id in (select l.order_id from gateway.order_line l where l.seller_id = '${seller}')`;
const stateOfOrder = `(select p.state from gateway.payment p where p.order_id = orders.order_id)`;
const paymentOf = (condition: string): string =>
  `payment_id in (select p.id from gateway.payment p where ${condition})`;

// prettier-ignore
const lists: TestedLists = {
  '/orders': { from: 'gateway.orders', column: 'order_id', member: 'orderId', order: 'ordered_at desc, order_id desc', cases: [['', 'true'], ...dayQueries('ordered_at'), ...amountQueries('total'),
    ['sellerId=s-1', ofSeller('s-1')], ['state=canceled', `${stateOfOrder} = 'canceled'`], ['text=oRDER-4', `order_id ilike '%order-4%'`], ['text=신발', `order_name like '%신발%'`],
    ['text=umbrella', `order_id = 'Order-5'`], ['text=nothing', 'false'],
    ['sellerId=s-2&state=approved&minAmount=3000000002&text=gift', `${ofSeller('s-2')} and ${stateOfOrder} = 'approved' and total >= 3000000002 and order_name = 'A gift'`]] },
  '/payments': { from: 'gateway.payment', column: 'payment_key', member: 'paymentKey', order: 'created_at desc, id desc', cases: [['', 'true'], ...dayQueries('created_at'), ...amountQueries('amount'),
    ['sellerId=s-1', ofSeller('s-1')], ['state=canceled', `state = 'canceled'`], ['method=%EC%B9%B4%EB%93%9C', `method = '카드'`], ['allocation=order', `allocation = 'order'`],
    ['text=pAY-1', `payment_key ilike '%pay-1%'`], ['text=p-4', `provider_order_id like '%p-4%' or payment_key ilike '%p-4%'`],
    ['sellerId=s-2&state=approved&maxAmount=3000000004', `${ofSeller('s-2')} and state = 'approved' and amount <= 3000000004`]] },
  '/cancels': { from: 'gateway.cancel', column: 'id', member: 'cancelId', order: 'created_at, id', cases: [['', 'true'], ...dayQueries('created_at'), ...amountQueries('amount'),
    ['sellerId=s-1', paymentOf(ofSeller('s-1'))], ['orderId=Order-7', paymentOf(`order_id = 'Order-7'`)], ['paymentKey=Pay-8', paymentOf(`payment_key = 'Pay-8'`)],
    ['state=refused', `state = 'refused'`], ['allocation=assumed', `allocation = 'assumed' and state = 'done'`], ['allocation=named', `allocation = 'named'`],
    ['sellerId=s-3&state=done&from=2026-05-02', `${paymentOf(ofSeller('s-3'))} and state = 'done' and ${day('created_at')} >= '2026-05-02'`]] },
  '/unallocated-payments': { from: `(select * from gateway.payment where order_id is null and state = 'approved') p`, column: 'payment_key', member: 'paymentKey', order: 'created_at, id', cases: [['', 'true'],
    ['because=AMOUNT_DIFFERS', `unallocated_because = 'AMOUNT_DIFFERS'`], ['side=provider', `side = 'provider'`], ['currency=USD', `currency = 'USD'`], ['side=provider&currency=KRW', `side = 'provider' and currency = 'KRW'`]] },
  '/splits': { from: `(select distinct on (kind, key) * from gateway.split order by kind, key, version desc) s`, column: 'version', member: 'version', order: 'kind, key', cases: [['', 'true'], ['kind=ars', `kind = 'ars'`], ['kind=product', `kind = 'product'`]] },
};
const cases = casesOf(lists);

test.each(cases)('%s with "%s" lists the same rows as SQL', async (path, query, where) => {
  const of = lists[path] as ListedTable;
  const always = path === '/cancels' ? `kind = 'cancel' and ${paymentOf('order_id is not null')}` : 'true';
  const { listed, inTable } = await listedItems(service, path, query, of, `${always} and (${where})`);
  expect(listed).toEqual(inTable);
});

test('every filter of these lists is tested', () => {
  expect(missingFilters(gatewayOwnContract, cases)).toEqual([]);
});

test('one payment is as the list shows it, with its sellers and its cancel', async () => {
  const [item] = (await service.read('/payments?text=Pay-12&limit=1')).json.items;
  const { status, json } = await service.read('/payments/Pay-12');
  expect([status, json]).toEqual([
    200,
    {
      ...item,
      ...{ transactionKey: null, providerOrderId: 'p-12', sellerIds: ['s-1'] },
      cancels: [expect.objectContaining({ amount: 3_000_000_005, state: 'done' })],
    },
  ]);
  expect(await service.read('/payments/Pay-0')).toMatchObject({ status: 404, json: { code: 'PAYMENT_NOT_FOUND' } });
});
