import { join, resolve } from 'node:path';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import { ask } from '../harness/bench-server.js';
import type { Sized } from '../harness/growth.js';
import { closedLoop, type Load, type LoadSize } from '../harness/load.js';
import type { Bench } from '../harness/measurement.js';
import type { Side } from '../harness/rounds.js';
import { openLanes } from '../webhooks/http-lanes.js';
import { CONFIRM_PATH } from './confirm-path.js';
import { AMOUNT, copyPayments, orderIdOf, patternPayment, paymentKeyOf } from './payments.js';
import { fillRecords, PAYMENTS } from './records.js';
import { authorization, startSandbox } from './sandbox-process.js';

/** 32 confirmations are on their way at any time. */
export const LANES = 32;
/** More than the sandbox can confirm in a second: all payments are there before anything is measured. */
const READY_PER_SECOND = 15_000;

const floors = {
  floor: resolve(import.meta.dirname, '../floors/confirm-floor.main.js'),
  null: resolve(import.meta.dirname, '../floors/null-server.main.js'),
} as const;
type Kind = keyof typeof floors | 'subject';

const FLOOR_TABLE = `
create table confirmation (payment_key text primary key, order_id text not null, amount bigint not null, body jsonb not null,
  confirmed_at timestamptz not null default clock_timestamp())`;

/** A server as a process of its own, and lanes to it. */
export async function confirmSide(bench: Bench, kind: Kind, about: string): Promise<Side> {
  const url = await bench.server.createDatabase(`confirm_${kind}`);
  if (kind === 'floor') await ask(url, FLOOR_TABLE);
  const app = kind === 'subject' ? await startSandbox(bench, 'subject', url) : await startFloor(bench, kind, url);
  if (kind === 'subject') {
    const { warmSeconds, pairs, seconds } = bench.options;
    bench.say('preparing payments');
    const count = Math.ceil((warmSeconds + pairs * seconds) * READY_PER_SECOND);
    await preparePayments(url, await patternPayment(app.url), 0, count);
  }
  const lanes = await confirming(app, 0);
  return {
    name: kind,
    about,
    pids: [app.pid],
    load: (seconds) => lanes.load({ seconds }),
    check: () => (kind === 'null' ? Promise.resolve([]) : check(url, COUNTS[kind], lanes.confirmed())),
    stop: lanes.stop,
  };
}

/** The sandbox with so many transactions and settlements of earlier days, and with payments ready to be confirmed. */
export async function confirmBeside(bench: Bench, records: number, ready: number): Promise<Sized & Stopped> {
  const url = await bench.server.createDatabase(`confirm_${records}`);
  const app = await startSandbox(bench, `beside ${records}`, url);
  await preparePayments(url, await fillRecords(app.url, url, records), PAYMENTS, ready);
  const lanes = await confirming(app, PAYMENTS);
  return {
    size: records,
    loadSize: lanes.load,
    // One payment was confirmed to be copied.
    check: () => check(url, `select count(*)::int - 1 as n from payment where status = 'DONE'`, lanes.confirmed()),
    stop: lanes.stop,
  };
}

type Stopped = Readonly<{ stop: () => Promise<void> }>;
type Confirming = Stopped & Readonly<{ load: (size: LoadSize) => Promise<Load>; confirmed: () => number }>;

/** Confirms the payments in the order of their numbers. */
async function confirming(app: App, first: number): Promise<Confirming> {
  const lanes = await openLanes(Number.parseInt(new URL(app.url).port, 10), LANES);
  let [next, confirmed] = [first, 0];
  const confirm = async (): Promise<void> => {
    const status = await lanes.send(confirmation(next++));
    if (status !== 200) throw new Error(`Confirmation ${next} was answered ${status}`);
    confirmed += 1;
  };
  return {
    load: (size) => closedLoop(LANES, size, confirm),
    confirmed: () => confirmed,
    stop: async () => {
      lanes.close();
      await app.stop();
    },
  };
}

async function preparePayments(url: string, pattern: string, first: number, count: number): Promise<void> {
  await copyPayments(url, pattern, first, count);
  await ask(url, 'vacuum analyze payment');
}

async function startFloor(bench: Bench, kind: keyof typeof floors, url: string): Promise<App> {
  return startApp({
    name: kind,
    entry: floors[kind],
    port: await freePort(),
    env: { NODE_ENV: 'production', DATABASE_URL: url, SECURITY_KEY: '00' },
    logFile: join(bench.folder, `confirm-${kind}.log`),
  });
}

function confirmation(n: number): string {
  const body = JSON.stringify({ paymentKey: paymentKeyOf(n), orderId: orderIdOf(n), amount: AMOUNT });
  return [
    `POST ${CONFIRM_PATH} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${authorization}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

const COUNTS = {
  floor: 'select count(*)::int as n from confirmation',
  subject: `select case when count(*) = (select count(*) from settlement)
    and count(*) = (select count(*) from payment where status = 'DONE')
    and (select coalesce(sum(pay_out_amount), 0) from settlement) = (select coalesce(sum(pay_out_amount), 0) from settlement_day)
    then count(*)::int else -1 end as n from payment_transaction`,
};

async function check(url: string, counts: string, confirmed: number): Promise<string[]> {
  const [row] = await ask<{ n: number }>(url, counts);
  return row?.n === confirmed ? [] : [`${confirmed} confirmations were answered 200 and the books say ${row?.n}`];
}
