import { setTimeout as sleep } from 'node:timers/promises';
import { instantAt } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { mainOf, night, settings, clientOf } from '../testing/night.js';
import { DAY, TODAY, tradeOn } from '../testing/known-day.js';
import { type Person, type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';
import { WrongProvider } from '../testing/wrong-provider.js';
import { runByHand } from './run-by-hand.js';

jest.setTimeout(120_000);
const NOW = instantAt(TODAY, '12:00:00');
let world: ReconcilerWorld;
let provider: WrongProvider;
let work: (id: string) => Promise<void>;
beforeAll(async () => {
  world = await reconcilerWorld(NOW);
  provider = new WrongProvider();
  const api = clientOf(await provider.start());
  await tradeOn({ db: world.db, provider }, [10_000n, 20_000n]);
  await night(world.db, api, TODAY);
  work = (id) => runByHand({ db: world.db, accounts: [mainOf(api)], settings, now: () => NOW }, id);
}, 120_000);
afterAll(async () => {
  await provider.stop();
  await world.close();
});

const url = '/reconciliation/hand-runs';
const body = { from: TODAY, to: TODAY, mode: 'prove', reason: 'after the fact' };
const ask = (changed: object = {}, who: Person = 'kim') => world.call(who, 'POST', url, { ...body, ...changed });
const read = async (id: unknown) => (await world.call('viewer', 'GET', `${url}/${String(id)}`)).json;
const cancel = (id: unknown, who: Person = 'kim') =>
  world.call(who, 'POST', `${url}/${String(id)}/cancel`, { reason: 'its worker died' });

test('a run is asked for by an operator, shows its progress and its results', async () => {
  expect((await ask({}, 'viewer')).status).toBe(403);
  expect((await ask({ speed: 'fast' })).status).toBe(400);
  const { status, json } = await ask();
  expect([status, json['state'], json['requestedBy']]).toEqual([202, 'queued', 'person:kim']);
  expect((await ask({ from: DAY })).json['code']).toBe('HAND_RUN_OVERLAPS');
  await work(String(json['id']));
  expect(await read(json['id'])).toMatchObject({
    ...{ state: 'done', day: TODAY, stage: 'end', canceledBy: null },
    results: [{ businessDate: TODAY, proof: { number: 2, state: 'PROVEN' } }],
  });
  expect((await cancel(json['id'])).json['code']).toBe('HAND_RUN_FINISHED');
});

test('a run whose worker died is canceled: its dates are free, and its job does nothing when it is revived', async () => {
  const { id } = (await ask()).json;
  expect((await cancel(id, 'viewer')).status).toBe(403);
  expect((await cancel('00000000-0000-4000-8000-000000000000')).json['code']).toBe('HAND_RUN_NOT_FOUND');
  expect((await cancel(id)).json).toMatchObject({ state: 'canceled', canceledBy: 'person:kim', results: [] });
  expect((await cancel(id)).status).toBe(200);
  expect((await cancel(id, 'park')).json['code']).toBe('HAND_RUN_FINISHED');
  await work(String(id));
  expect(await read(id)).toMatchObject({ state: 'canceled', results: [] });
  const next = (await ask()).json;
  await work(String(next['id']));
  expect((await read(next['id']))['state']).toBe('done');
  const decisions = await world.db.query<unknown[]>(
    `select from audit.decision where kind = 'reconciliation.canceled' and subject = $1`,
    [id],
  );
  expect(decisions).toHaveLength(1);
});

test('a run that is canceled while it works stops at its next step', async () => {
  const { id } = (await ask({ from: DAY, mode: 'reconcile' })).json;
  let canceled = false;
  provider.instead = (_, answer, response) => {
    if (canceled) return false;
    canceled = true;
    void cancelNow(String(id)).then(() => response.setHeader('content-type', 'application/json').end(answer));
    return true;
  };
  const cancelNow = (runId: string) =>
    transaction(world.db, (tx) =>
      tx.query(
        `update reconciliation.hand_run set state = 'canceled', canceled_by = 'person:kim', finished_at = $2 where id = $1`,
        [runId, NOW],
      ),
    );
  await work(String(id));
  expect(await read(id)).toMatchObject({ state: 'canceled', day: DAY, results: [] });
});

test('a match that is canceled before it ends writes no break', async () => {
  await world.db.query(`update gateway.payment set amount = amount + 1 where payment_key = 'pay-1'`);
  const { id } = (await ask({ mode: 'match' })).json;
  const locked = world.db.createQueryRunner();
  await locked.startTransaction();
  await locked.query(`select from reconciliation.run where business_date = $1 for update`, [TODAY]);
  const working = work(String(id));
  await untilWaiting();
  expect((await cancel(id)).json).toMatchObject({ state: 'canceled' });
  await locked.rollbackTransaction();
  await locked.release();
  await working;
  expect(await read(id)).toMatchObject({ state: 'canceled', results: [] });
  expect(await world.db.query(`select from reconciliation.break`)).toEqual([]);
});

/** Returns once a session waits for a row that another one has locked. */
async function untilWaiting(): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const waiting = await world.db.query<unknown[]>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
    await sleep(20);
  }
  throw new Error('No session waits');
}
