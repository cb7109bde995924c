import { randomUUID } from 'node:crypto';
import type { Endpoint, Output } from '@jeongsan/http-contract';
import { SellerSessions } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { booksAreSound, TEST_DATA_KEYS } from '@jeongsan/testing';
import {
  MINA,
  NOTE,
  OPERATOR_REASON,
  OTHER,
  sellerPageWorld,
  type SellerPageWorld,
} from '../testing/seller-page-world.js';

jest.setTimeout(120_000);
let world: SellerPageWorld;
let tokens: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await sellerPageWorld();
  tokens = { [MINA]: await world.link(MINA), [OTHER]: await world.link(OTHER) };
});
afterAll(async () => {
  await booksAreSound(world.db);
  await world.close();
});

const tokenOf = (sellerId: string): string => tokens[sellerId] ?? '';
/** The answer of a path of the page, read as its contract says. */
async function read<E extends Endpoint>(e: E, sellerId: string, path: string = e.path): Promise<Output<E>> {
  const reply = await world.read(tokenOf(sellerId), path);
  expect({ path, status: reply.status, text: reply.status === 200 ? '' : reply.text }).toEqual({
    path,
    status: 200,
    text: '',
  });
  return e.success.body.parse(reply.json()) as Output<E>;
}
const inTable = async <T>(sql: string, ...values: unknown[]): Promise<T[]> => world.db.query<T[]>(sql, values);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const both = [MINA, OTHER] as const;

test.each(both)('the page of %s says whose it is, and the time of the market', async (sellerId) => {
  expect(await read(contract.getSellerPageOwner, sellerId)).toMatchObject({
    ...{ sellerId, displayName: null, today: '2026-05-14', timeZone: 'Asia/Seoul', currency: 'KRW' },
  });
});

test.each(both)('the money of %s is the ledger’s, and each kind is the sum of what comes when', async (sellerId) => {
  const money = await read(contract.getSellerPageMoney, sellerId);
  const ledger = await inTable<{ kind: string; amount: bigint }>(
    `select split_part(code, ':', 3) as kind, -balance as amount from ledger.account where code like 'seller:' || $1 || ':%'`,
    sellerId,
  );
  const nonZero = ({ amount }: { amount: bigint }): boolean => amount !== 0n;
  expect(new Set(money.kinds.filter(nonZero))).toEqual(new Set(ledger.filter(nonZero)));
  for (const { kind, amount } of money.kinds)
    expect(sum(money.upcoming.filter((one) => one.kind === kind).map((one) => one.amount))).toBe(amount);
  expect(sum(money.kinds.map(({ amount }) => amount))).toBe(money.total);
  expect(money.total).toBeGreaterThan(0n);
});

test('what comes when has dates, the payout on its way, and sentences for the seller', async () => {
  const { upcoming, holds } = await read(contract.getSellerPageMoney, MINA, '/seller-page/money?lang=en');
  const [, latest] = await world.market.payouts(MINA);
  expect(upcoming.map(({ kind, on, amount, text }) => [kind, on, amount, text])).toEqual([
    ['pending', '2026-05-20', 5_340n, 'Its settlement date has not come yet.'],
    ['pending', '2026-06-30', 35_600n, 'The settlement of this order is on hold.'],
    ['reserved', '2026-05-14', latest?.amount, 'Your payout is scheduled and is sent on its payout date.'],
  ]);
  expect(upcoming.find(({ kind }) => kind === 'reserved')?.payoutId).toBe(latest?.id);
  expect(holds.map(({ scope, endsOn, action, text }) => [scope, endsOn, action, text])).toEqual([
    ['SELLER', null, 'ASK_SUPPORT', 'Your payouts are on hold. Please contact support.'],
    ['ORDER', '2026-06-30', 'ASK_SUPPORT', 'The settlement of this order is on hold.'],
  ]);
});

test.each(both)(
  'the payouts of %s are all of theirs, and each is explained down to the order line',
  async (sellerId) => {
    const { items } = await read(contract.listSellerPagePayouts, sellerId);
    expect(items.map(({ payoutId, amount }) => ({ id: payoutId, amount }))).toEqual(
      await inTable(
        'select id, amount from payouts.payout where seller_id = $1 order by created_at desc, id desc',
        sellerId,
      ),
    );
    expect(items.map(({ state }) => state)).toEqual(['sending', 'paid']);
    for (const { payoutId, amount } of items) {
      const told = await read(contract.explainSellerPagePayout, sellerId, `/seller-page/payouts/${payoutId}`);
      expect(sum(told.totals.map((one) => one.amount))).toBe(amount);
      for (const total of told.totals)
        expect(sum(told.parts.filter(({ kind }) => kind === total.kind).map((one) => one.amount))).toBe(total.amount);
      for (const { order } of told.parts.filter(({ kind }) => kind === 'MATURED')) {
        const {
          paid = 0n,
          promotion = 0n,
          commission = 0n,
          commissionVat = 0n,
          fees = 0n,
          feeVat = 0n,
          net,
        } = order ?? {};
        expect(paid + promotion - commission - commissionVat - fees - feeVat).toBe(net);
        expect(
          await inTable(
            'select net from gateway.order_line where order_id = $1 and line_id = $2 and seller_id = $3',
            order?.orderId,
            order?.lineId,
            sellerId,
          ),
        ).toEqual([{ net }]);
      }
    }
    const [newest] = items;
    const told = await read(contract.explainSellerPagePayout, sellerId, `/seller-page/payouts/${newest?.payoutId}`);
    expect(told.totals.map(({ kind }) => kind)).toEqual(['DEBT_NETTED', 'MATURED']);
  },
);

test.each(both)(
  'the statements of %s are all of theirs, and each can be downloaded in every format',
  async (sellerId) => {
    const { items } = await read(contract.listSellerPageStatements, sellerId);
    expect(items.map(({ statementId }) => statementId)).toEqual(
      (
        await inTable<{ id: string }>(
          'select id from payouts.statement where seller_id = $1 order by business_date desc',
          sellerId,
        )
      ).map(({ id }) => id),
    );
    for (const { opening, movements, payoutAmount, carried } of items)
      expect(opening + movements).toBe(payoutAmount + carried);
    for (const [format, type] of Object.entries(contract.documentTypes)) {
      const reply = await world.read(
        tokenOf(sellerId),
        `/seller-page/statements/${items[0]?.statementId}/document?format=${format}&lang=en`,
      );
      expect([reply.status, reply.headers['content-type']]).toEqual([200, type]);
      expect(reply.text.length).toBeGreaterThan(100);
    }
  },
);

test.each(both)('the events of %s are what happened, newest first', async (sellerId) => {
  const { items } = await read(contract.listSellerPageEvents, sellerId);
  const times = items.map(({ at }) => at.getTime());
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const count = (kind: string): number => items.filter((one) => one.kind === kind).length;
  expect(['STATEMENT_CLOSED', 'PAYOUT_SENT', 'PAYOUT_PAID', 'HOLD_PLACED'].map(count)).toEqual([2, 2, 1, 2]);
});

test('pages follow one another, and hold every payout once', async () => {
  const first = await read(contract.listSellerPagePayouts, MINA, '/seller-page/payouts?limit=1');
  const next = await read(
    contract.listSellerPagePayouts,
    MINA,
    `/seller-page/payouts?limit=1&after=${first.nextCursor}`,
  );
  expect([first.items[0]?.state, next.items[0]?.state, next.nextCursor]).toEqual(['sending', 'paid', null]);
});

/** Every answer of the page of a seller, as one text. */
async function everything(sellerId: string): Promise<string> {
  const payouts = (await read(contract.listSellerPagePayouts, sellerId)).items;
  const statements = (await read(contract.listSellerPageStatements, sellerId)).items;
  const paths = Object.values(contract.sellerPageContract).flatMap(({ path }) => {
    const ids = path.includes('{payoutId}')
      ? payouts.map((one) => one.payoutId)
      : statements.map((one) => one.statementId);
    const found = path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/, id)) : [path];
    return found.map((one) => (one.endsWith('/document') ? `${one}?format=csv` : one));
  });
  const texts = await Promise.all(paths.map((path) => world.read(tokenOf(sellerId), path)));
  expect(texts.filter(({ status }) => status !== 200)).toEqual([]);
  return texts.map(({ text }) => text).join('\n');
}

test.each([
  [MINA, OTHER],
  [OTHER, MINA],
])('nothing on the page of %s is of %s, and nothing is for operators only', async (sellerId, other) => {
  const text = await everything(sellerId);
  const ids = await inTable<{ id: string }>(
    `select id::text from payouts.payout where seller_id = $1 union all select id::text from payouts.statement where seller_id = $1
     union all select id::text from payouts.hold where seller_id = $1 union all select id::text from payouts.run
     union all select ref_payout_id from payouts.payout where seller_id = $1 union all select $1
     union all select order_id from gateway.order_line where seller_id = $1
                  and order_id not in (select order_id from gateway.order_line where seller_id = $2)`,
    other,
    sellerId,
  );
  const internal = [
    OPERATOR_REASON,
    NOTE,
    'person:',
    'key:',
    'ruleId',
    'postingKey',
    'settlement.',
    'transactionKey',
    'failureCode',
    'provider',
  ];
  expect([...ids.map(({ id }) => id), ...internal].filter((word) => text.includes(word))).toEqual([]);
  expect(ids.length).toBeGreaterThan(10);
});

test("another seller's payout and statement are answered exactly as ids that nobody has", async () => {
  const [theirs] = await world.market.payouts(OTHER);
  const [statement] = await inTable<{ id: string }>('select id from payouts.statement where seller_id = $1', OTHER);
  for (const [pathOf, id] of [
    [(one: string) => `/seller-page/payouts/${one}`, theirs?.id ?? ''],
    [(one: string) => `/seller-page/statements/${one}/document?format=csv`, statement?.id ?? ''],
  ] as const) {
    const nobodys = randomUUID();
    const [foreign, unknown] = [
      await world.read(tokenOf(MINA), pathOf(id)),
      await world.read(tokenOf(MINA), pathOf(nobodys)),
    ];
    const shape = (text: string, asked: string): object => ({
      ...(JSON.parse(text.replaceAll(asked, 'ID')) as object),
      traceId: '',
      instance: '',
    });
    expect([foreign.status, shape(foreign.text, id)]).toEqual([404, shape(unknown.text, nobodys)]);
    expect((await world.read(tokenOf(OTHER), pathOf(id))).status).toBe(200);
  }
  // A cursor names a place among the seller's own payouts: the id of another's payout finds nothing of theirs.
  const page = await read(contract.listSellerPagePayouts, MINA, `/seller-page/payouts?after=${theirs?.id}`);
  expect(page.items.filter(({ payoutId }) => payoutId === theirs?.id)).toEqual([]);
});

const paths = Object.values(contract.sellerPageContract).map(({ path }) => path.replace(/\{\w+\}/, randomUUID()));

test('no key, no operator and no broken link opens an endpoint of the page', async () => {
  const token = tokenOf(MINA);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ended = await new SellerSessions([TEST_DATA_KEYS], () => new Date(Date.now() - 16 * 60_000)).issue(
    { sellerId: MINA, displayName: null },
    15,
  );
  const foreign = await new SellerSessions(['ab'.repeat(32)]).issue({ sellerId: MINA, displayName: null }, 15);
  const wrong: readonly (string | undefined)[] = [
    undefined,
    'Bearer robot-key',
    `Basic ${Buffer.from('robot-key:').toString('base64')}`,
    `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    `Bearer ${ended.token}`,
    `Bearer ${foreign.token}`,
    `Bearer ${part({ alg: 'none', typ: 'seller-page+jwt' })}.${claims}.`,
    `Bearer ${header}.${part({ ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), sub: OTHER })}.${signature}`,
    token,
  ];
  for (const path of paths)
    for (const authorization of wrong) {
      const reply = await world.send(authorization, 'GET', path);
      expect({ path, authorization, status: reply.status, code: reply.json()['code'] }).toEqual({
        path,
        authorization,
        status: 401,
        code: 'SELLER_SESSION_INVALID',
      });
    }
  for (const path of paths) expect((await world.call('park', 'GET', path)).json['code']).toBe('SELLER_SESSION_INVALID');
});

test('a link opens nothing but the page', async () => {
  const others = Object.values<Endpoint>(contract.schedulerContract).filter(({ security }) => security !== 'seller');
  for (const { method, path } of others.filter((e) => e.method === 'GET' || e.method === 'POST')) {
    const url = path.replace('{sellerId}', MINA).replace(/\{\w+\}/g, randomUUID());
    const reply = await world.send(
      `Bearer ${tokenOf(MINA)}`,
      method as 'GET' | 'POST',
      url,
      method === 'POST' ? {} : undefined,
    );
    expect({ path, status: reply.status, code: reply.json()['code'] }).toEqual({
      path,
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  }
  expect(others.length).toBeGreaterThan(80);
});

test('a parameter that names a seller is refused, never obeyed', async () => {
  for (const path of paths) {
    const asked = `${path}?sellerId=${OTHER}${path.endsWith('/document') ? '&format=csv' : ''}`;
    const reply = await world.read(tokenOf(MINA), asked);
    expect({ asked, status: reply.status, code: reply.json()['code'] }).toEqual({
      asked,
      status: 400,
      code: 'INVALID_REQUEST',
    });
  }
});

const open = (sellerId: string, body: object) => world.call('robot', 'POST', `/sellers/${sellerId}/sessions`, body);

test('a link says until when it holds, carries the name and the language, and is new each time', async () => {
  const displayName = '<img src=x onerror=alert(1)>\u202E미나상점';
  const before = Date.now();
  const { status, json } = await open(MINA, { minutes: 5, displayName, lang: 'en' });
  expect(status).toBe(201);
  expect(json['url']).toBe(`/s?lang=en#${String(json['token'])}`);
  const lastsMs = Date.parse(String(json['expiresAt'])) - before;
  expect(lastsMs).toBeGreaterThan(5 * 60_000 - 2_000);
  expect(lastsMs).toBeLessThanOrEqual(5 * 60_000 + 60_000);
  const owner = await world.read(String(json['token']), '/seller-page/me');
  expect(owner.json()).toMatchObject({ sellerId: MINA, displayName });
});

test('an answer with a token is never kept, whatever Idempotency-Key comes with the request', async () => {
  const ask = () =>
    world.call('robot', 'POST', `/sellers/${MINA}/sessions`, { displayName: randomUUID() }, undefined, 'a-link');
  const [first, second] = [await ask(), await ask()];
  expect([first.status, second.status, first.json['token'] === second.json['token']]).toEqual([201, 201, false]);
  expect(await inTable(`select from messaging.idempotency where key = 'a-link'`)).toEqual([]);
});

// prettier-ignore
test.each<[string, object, number, string]>([
  [MINA,      { minutes: 4 },               400, 'INVALID_REQUEST'],
  [MINA,      { minutes: 61 },              400, 'INVALID_REQUEST'],
  [MINA,      { minutes: 7.5 },             400, 'INVALID_REQUEST'],
  [MINA,      { minutes: '15' },            400, 'INVALID_REQUEST'],
  [MINA,      { hours: 1 },                 400, 'INVALID_REQUEST'],
  [MINA,      { sellerId: OTHER },          400, 'INVALID_REQUEST'],
  [MINA,      { displayName: '' },          400, 'INVALID_REQUEST'],
  [MINA,      { displayName: 'x'.repeat(301) }, 400, 'INVALID_REQUEST'],
  [MINA,      { lang: 'fr' },               400, 'INVALID_REQUEST'],
  ['nobody',  {},                           404, 'SELLER_NOT_FOUND'],
  ["a'b",     {},                           400, 'INVALID_REQUEST'],
])('a link for %s with %j is refused', async (sellerId, body, status, code) => {
  const reply = await open(sellerId, body);
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
});

test('a seller whose data was erased has no page', async () => {
  await world.market.seller('gone');
  expect((await open('gone', {})).status).toBe(201);
  await world.db.query(`update onboarding.seller set account_masked = '' where seller_id = 'gone'`);
  expect((await open('gone', {})).json).toMatchObject({ code: 'SELLER_ERASED', status: 409 });
  await world.market.seller('asked');
  await world.db.query(
    `insert into messaging.erasure (subject, request, asked_by, asked_at, erased, kept) values ('seller/asked', 'r', 'person:kim', now(), '[]', '[]')`,
  );
  expect((await open('asked', {})).json).toMatchObject({ code: 'SELLER_ERASED' });
});
