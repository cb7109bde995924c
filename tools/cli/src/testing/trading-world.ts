import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectDatabase } from '@jeongsan/database';
import { freePort } from '@jeongsan/child-processes';
import { createJeongsanClient, type JeongsanClient } from '@jeongsan/client';
import {
  letComeDue,
  operatorToken,
  type Platform,
  serveClock,
  startPlatform,
  waitUntilQuiet,
  writeShellFile,
} from '@jeongsan/market';
import { plainTerms } from '@jeongsan/settlement';
import { startServers } from '@jeongsan/stack';

/** Who calls: the market's key, and three people. */
export type Caller = 'market' | 'operator' | 'approver' | 'auditor';

/** A platform on a controlled clock that has traded for two days, and whose night of the third day is over. */
export type TradingWorld = Readonly<{
  url: string;
  clockUrl: string;
  /** Signs everybody in anew. Returns the file that a shell reads for addresses, keys and the command `jeongsan`. */
  signIn: () => Promise<string>;
  /** The address of the database, with its owner's login. */
  databaseUrl: string;
  keyOf: (caller: Caller) => string;
  /** Waits until nothing more happens at the time that was set: jobs and webhooks of earlier commands are done. */
  comeToRest: () => Promise<void>;
  /** Moves the clock on by a minute, and lets happen what is due until then. */
  passMinute: () => Promise<void>;
  stop: () => Promise<void>;
}>;

const QUIET_MS_MAX = 30_000;
/** What a typed command sets off, as long as a step of the controlled clock may take. */
const COMMAND_MS_MAX = 180_000;
const MINUTE_MS = 60_000;
/** The bank of the second one refuses the money; the last one is still being reviewed. */
const SELLERS = [
  { sellerId: 'acme', name: '사과나무', accountNumber: '110123456789' },
  { sellerId: 'bolt', name: '볼트상회', accountNumber: '110987654321' },
  { sellerId: 'carl', name: '칼의 공방', accountNumber: '110555000111' },
  { sellerId: 'dora', name: '도라 꽃집', accountNumber: '110777000222' },
] as const;
const STARTS_AT = '2026-05-06T10:00:00+09:00';
const ENDS_AT = '2026-05-08T04:00:05+09:00';
const DEAD_JOBS_AFTER = 10_000;
const CLOCK_PORT_NEAR = 14_150;

export async function startTradingWorld(name: string): Promise<TradingWorld> {
  // Servers of this world alone, whatever the environment names: its queues are emptied.
  const servers = await startServers({ name, fresh: true, inMemory: true, keepAlive: true, env: {} });
  const receiver = await startReceiver();
  const undo = [() => servers.stop(), async () => void receiver.close()];
  const stop = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const clockStartsAt = new Date(STARTS_AT);
    const platform = await startPlatform({ name, servers, fresh: true, clockStartsAt, logLevel: 'warn' });
    undo.push(() => platform.stop());
    const tokens = {
      market: platform.keys.marketApiKey,
      operator: await operatorToken(platform.keys, 'operator'),
      approver: await operatorToken(platform.keys, 'approver'),
      auditor: await operatorToken(platform.keys, 'auditor'),
    } satisfies Record<Caller, string>;
    const keyOf = (caller: Caller) => tokens[caller];
    await trade({ platform, keyOf, passTo: (at) => pass(platform, new Date(at)), receiver: addressOf(receiver) });
    const clock = await serveClock(platform, await freePort(CLOCK_PORT_NEAR));
    undo.push(() => clock.stop());
    const comeToRest = () => waitUntilQuiet(platform, { at: new Date(ENDS_AT), withinMs: QUIET_MS_MAX });
    const { databaseUrl, door } = platform;
    const signIn = () => writeShellFile(platform, clock.url);
    const passMinute = async () => {
      const { now } = await platform.clients.control.readClock({});
      await pass(platform, new Date(now.getTime() + MINUTE_MS), COMMAND_MS_MAX);
    };
    return { url: door.url, clockUrl: clock.url, signIn, databaseUrl, keyOf, comeToRest, passMinute, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What began before ends at its own hour: first all that is going on, then the new time and what is due by then. */
async function pass(platform: Platform, at: Date, withinMs = QUIET_MS_MAX): Promise<void> {
  const options = { at, withinMs };
  await waitUntilQuiet(platform, options);
  await letComeDue(platform, options);
}

type PassTo = (at: string) => Promise<void>;
type Scene = Pick<TradingWorld, 'keyOf'> & Readonly<{ platform: Platform; passTo: PassTo; receiver: string }>;

/** Two days of trade: sellers, orders, a hold, events to a consumer, breaks, a payment of no order, payouts, a dead job. */
async function trade({ platform, keyOf, passTo, receiver }: Scene): Promise<void> {
  const { control, scheduler, approver } = platform.clients;
  const as = (caller: Caller) => createJeongsanClient({ baseUrl: platform.door.url, credential: keyOf(caller) });
  // Payouts reach the bank when the control API says so.
  await control.changeSettings({ body: { payoutCompletionSeconds: null, payoutLagBusinessDays: 1 } });
  await passTo('2026-05-06T11:00:00+09:00');
  await as('market').registerEndpoint({ body: { url: receiver, eventTypes: ['payment.approved', 'payout.changed'] } });
  await joinSellers(platform, passTo);
  await agreeOnOtherFees(as('operator'), as('approver'));
  await sell(platform, passTo);
  const hold = { scope: 'AMOUNT', amount: 3_000n, reason: 'CLAIM' } as const;
  await scheduler.placeHold({ params: { sellerId: 'bolt' }, body: hold });
  await passTo('2026-05-07T03:00:05+09:00');
  await passTo('2026-05-07T04:00:05+09:00');
  for (const { id, contentHash } of (await scheduler.listRuns({ query: { state: 'draft' } })).items)
    await approver.approveRun({ params: { runId: id }, body: { contentHash } });
  await passTo('2026-05-07T09:00:05+09:00');
  await endPayouts(platform, passTo);
  await passTo('2026-05-07T10:00:00+09:00');
  // The first payout of a seller needs a person's approval, and a break of so much money two people.
  const parts = [
    ['acme', 38_000n],
    ['carl', 12_500_000n],
  ] as const;
  await order(platform, 'ORDER-4', '원목 식탁 외 1건', parts, '카드');
  await passTo('2026-05-07T10:30:00+09:00');
  await layDownDeadJob(platform);
  await passTo('2026-05-08T03:00:05+09:00');
  await passTo(ENDS_AT);
}

/** The contract promises other fees of cards than the provider takes: each card payment becomes a break. */
async function agreeOnOtherFees(operator: JeongsanClient, approver: JeongsanClient): Promise<void> {
  const line = { method: '카드', currency: 'KRW', rate: 1_000, fixed: null, rounding: 'down', vat: 'added' } as const;
  const body = { account: '', lines: [line], effectiveFrom: '2026-05-01', reason: '새 계약' };
  const { id } = await operator.proposeFeeTable({ body });
  await approver.approveFeeTable({ params: { tableId: id } });
}

/** The bank pays acme, and refuses the money for bolt. */
async function endPayouts({ clients }: Platform, passTo: PassTo): Promise<void> {
  const { items } = await clients.scheduler.listPayoutViews({ query: { limit: 10 } });
  for (const { sellerId, providerPayoutId } of items) {
    const params = { id: providerPayoutId ?? '' };
    if (sellerId === 'acme') await clients.control.completePayout({ params });
    else await clients.control.failPayout({ params, body: { code: 'ACCOUNT_CLOSED', message: '해지된 계좌' } });
    await passTo('2026-05-07T09:30:00+09:00');
  }
}

/** Jobs that no worker tries again: their payouts do not exist. Their ids are set: how many jobs were made before differs. */
async function layDownDeadJob({ databaseUrl }: Platform): Promise<void> {
  const db = await connectDatabase({ url: databaseUrl, poolSize: 1, applicationName: 'trading-world' });
  await db.query(
    `insert into messaging.outbox (id, job, data, run_at, published_at, dead_at, error) overriding system value
     select $2::bigint + number, 'payout.observe', jsonb_build_object('payoutId', id), now(), now(), now(), 'No payout ' || id
       from unnest($1::uuid[]) with ordinality as dead (id, number)`,
    [['018f0e5a-0000-7000-8000-0000000000d1', '018f0e5a-0000-7000-8000-0000000000d2'], DEAD_JOBS_AFTER],
  );
  await db.destroy();
}

async function joinSellers(platform: Platform, passTo: PassTo): Promise<void> {
  const { onboarding, terms, control } = platform.clients;
  for (const { sellerId, name, accountNumber } of SELLERS) {
    const account = { bankCode: '088', accountNumber, holderName: name };
    const contact = { email: `${sellerId}@example.com`, phone: '01012345678' };
    await onboarding.applySeller({ body: { sellerId, businessType: 'INDIVIDUAL', name, ...contact, account } });
    const body = { effectiveFrom: '2026-05-01', ...plainTerms({ commissionRate: 10_000 }) };
    await terms.setTerms({ params: { sellerId }, body });
    await passTo('2026-05-06T11:00:00+09:00');
  }
  const { items } = await onboarding.listSellerViews({ query: { limit: 10 } });
  for (const { sellerId, providerSellerId } of items) {
    if (providerSellerId === null || sellerId === 'dora') continue;
    await control.finishIdentityCheck({ params: { id: providerSellerId } });
    await control.finishKyc({ params: { id: providerSellerId } });
  }
  await passTo('2026-05-06T12:00:00+09:00');
}

async function sell(platform: Platform, passTo: PassTo): Promise<void> {
  await order(platform, 'ORDER-1', '사과 한 상자 외 1건', [
    ['acme', 20_000n],
    ['bolt', 12_000n],
  ]);
  await passTo('2026-05-06T12:05:00+09:00');
  await order(platform, 'ORDER-2', '사과즙 30팩', [['acme', 45_000n]], '카드');
  await passTo('2026-05-06T12:10:00+09:00');
  await order(platform, 'ORDER-3', '볼트 100개', [['bolt', 9_900n]]);
  await passTo('2026-05-06T12:15:00+09:00');
  await payBesideUs(platform, 'BESIDE-1');
  await passTo('2026-05-06T12:20:00+09:00');
}

async function order(
  { clients: { gateway, control } }: Platform,
  orderId: string,
  orderName: string,
  parts: readonly (readonly [sellerId: string, amount: bigint])[],
  method: '카드' | '계좌이체' = '계좌이체',
): Promise<void> {
  const amount = parts.reduce((sum, [, part]) => sum + part, 0n);
  const lines = parts.map(([sellerId, part], at) => ({
    ...{ lineId: `L${at + 1}`, sellerId, category: '식품', amount: part, taxFreeAmount: 0n, discountAmount: 0n },
  }));
  const orderedAt = new Date('2026-05-06T12:00:00+09:00');
  await gateway.createOrder({ body: { orderId, orderName, orderedAt, totalAmount: amount, lines } });
  const { paymentKey } = await control.payAsBuyer({ body: { method, amount, orderId, orderName } });
  await gateway.confirmOrderPayment({ body: { paymentKey, orderId, amount } });
}

/** A payment that the market's own servers confirm at the provider, for an order that nobody registered. */
async function payBesideUs({ clients: { control, provider } }: Platform, orderId: string): Promise<void> {
  const sale = { orderId, amount: 15_000n };
  const { paymentKey } = await control.payAsBuyer({ body: { ...sale, method: '계좌이체', orderName: '상품권' } });
  await provider.confirmPayment({ body: { ...sale, paymentKey } }, { idempotencyKey: orderId });
}

async function startReceiver(): Promise<Server> {
  const server = createServer((request, reply) => void request.resume().on('end', () => reply.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
