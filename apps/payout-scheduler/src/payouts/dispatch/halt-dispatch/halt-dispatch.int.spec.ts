import { transaction } from '@jeongsan/database';
import type { Send } from '@jeongsan/http-contract';
import { dispatchRun, type PayoutStore } from '@jeongsan/payouts';
import { sellersHave } from '@jeongsan/testing';
import { readPauses } from '../dispatch-control/read-control.js';
import { pgPayoutStore } from '../../payout-store/pg-payout-store.js';
import { resumeDispatch } from '../resume-dispatch/resume-dispatch.js';
import { plantedSellers, seoul, TEN_OCLOCK } from '../../../testing/funded-sandbox.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { haltDispatch } from './halt-dispatch.js';
import { keyOf, personOf } from '../../../testing/people.js';

jest.setTimeout(120_000);
const SELLERS = 500;
const operator = keyOf('kim');
const approver = personOf('lee');
const rules = { limits: null, reauthThreshold: 0n, reauthSeconds: 900 };

const world = payoutWorld({ planted: SELLERS });

const halt = () => transaction(world.db, (tx) => haltDispatch(tx, 'a drill', operator, world.clock));
const resume = () => transaction(world.db, (tx) => resumeDispatch(tx, 'it is over', approver, rules, world.clock));
const openJobs = async () => {
  const rows = await world.db.query<{ job: string }[]>(
    `select job from messaging.outbox where done_at is null and dead_at is null and job <> 'webhook.deliver' order by id`,
  );
  return rows.map(({ job }) => job);
};
const batches = async () => {
  const rows = await world.db.query<{ state: string }[]>(`select state from payouts.batch order by created_at, id`);
  return rows.map(({ state }) => state);
};
const events = async () => {
  const rows = await world.db.query<{ type: string }[]>(
    `select type from messaging.event where entity_id = 'dispatch' order by created_at, sequence, type`,
  );
  return rows.map(({ type }) => type);
};

/** The times, in real milliseconds, at which requests for payouts were sent. */
function countingPayouts(onRequest: (nth: number) => void = () => undefined): number[] {
  const left: number[] = [];
  world.between =
    (send: Send): Send =>
    (request) => {
      if (request.method === 'POST' && request.url.endsWith('/v2/payouts')) {
        left.push(performance.now());
        onRequest(left.length);
      }
      return send(request);
    };
  return left;
}

async function plantedRun(): Promise<void> {
  const sellers = plantedSellers('approved', SELLERS);
  await world.onboardPlanted(sellers);
  await sellersHave(
    world.db,
    sellers.map((id, n) => [id, 10_000n + BigInt(n)]),
  );
  await world.draft();
}

test('halted in the middle of a run of five batches: nothing leaves after it; resumed, everybody is paid once', async () => {
  await plantedRun();
  let haltedAt = Infinity;
  let halting: Promise<void> | undefined;
  const left = countingPayouts((nth) => {
    if (nth === 2) halting = halt().then(() => void (haltedAt = performance.now()));
  });
  await world.work({ workers: 2 });
  await halting;
  const before = left.length;
  expect(before).toBeLessThan(SELLERS / 100);
  // One sender may have read the control before the halt and sent after it, but only within moments.
  expect(left.filter((at) => at > haltedAt + 250)).toEqual([]);
  expect(await openJobs()).toEqual([]);
  expect(await batches()).toEqual(expect.arrayContaining(['prepared', 'accepted']));
  expect(await world.states()).toEqual({ in_transit: before * 100, submitted: SELLERS - before * 100 });
  expect(await world.atProvider()).toHaveLength(before * 100);

  // Jobs that run during the halt end as done and change nothing.
  world.later(3_600);
  await world.poll();
  await world.work({ workers: 4 });
  expect(left).toHaveLength(before);
  expect(await readPauses(world.db)).toMatchObject([{ runId: await world.runId(), reason: 'HALTED' }]);

  await resume();
  await resume();
  await world.work({ workers: 4 });
  expect(await world.states()).toEqual({ in_transit: SELLERS });
  const booked = await world.atProvider();
  expect(booked).toHaveLength(SELLERS);
  expect(new Set(booked.map((p) => p.destination)).size).toBe(SELLERS);
  expect(left).toHaveLength(SELLERS / 100);
  expect(await events()).toEqual(['dispatch.halted', 'dispatch.resumed']);
});

/** Makes `happens` run when a sender is about to send its first byte. */
function whileAboutToWrite(happens: (ask: () => Promise<void>) => Promise<void>): void {
  world.providerOf = async () => {
    const { api, fenced } = world.provider();
    return { api, fenced: (mayWrite) => fenced(() => happens(mayWrite)) };
  };
}

test('halted between the claim and the first byte: the batch is prepared again, since nothing about it is unknown', async () => {
  await world.seller(10_000n);
  await world.draft();
  const left = countingPayouts();
  whileAboutToWrite(async (ask) => {
    await halt();
    await ask();
  });
  await world.work();
  expect(left).toEqual([]);
  expect(await batches()).toEqual(['prepared']);
  expect(await world.states()).toEqual({ submitted: 1 });

  world.providerOf = async () => world.provider();
  await resume();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.atProvider()).toHaveLength(1);
});

test('halted and resumed before the batch is put back: whoever puts it back promises it', async () => {
  await world.seller(10_000n);
  await world.draft();
  whileAboutToWrite(async (ask) => {
    await halt();
    try {
      await ask();
    } finally {
      await resume();
    }
  });
  const runId = await world.runId();
  await world.dispatch(runId);
  const [batchId = ''] = await world.prepared();
  await world.send(batchId);
  world.providerOf = async () => world.provider();
  expect(await batches()).toEqual(['prepared']);
  await world.db.query(
    `update messaging.outbox set done_at = now() where id < (select max(id) from messaging.outbox where job = 'payout-batch.send')`,
  );
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
});

test('halted before a run is cut: nothing is frozen, and resuming takes it up at once, not at its next time', async () => {
  await world.seller(10_000n);
  await world.draft();
  await halt();
  await world.work();
  expect([await world.states(), await batches(), await openJobs()]).toEqual([{ reserved: 1 }, [], []]);
  await resume();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
});

test('halted in the moment in which the gates stopped the last payout of a run: the run is closed', async () => {
  await world.seller(10_000n);
  await world.draft();
  await world.db.query(`update onboarding.seller set account_fingerprint = 'another'`);
  const store = pgPayoutStore(world.db);
  const haltingOnceFrozen: PayoutStore = {
    ...store,
    transaction: async (decision, work) => {
      const result = await store.transaction(decision, work);
      if (decision === 'freeze') await halt();
      return result;
    },
  };
  await dispatchRun(haltingOnceFrozen, world.provider().api, await world.runId(), world.policy, world.now);
  expect(await world.states()).toEqual({ released: 1 });
  await world.db.query(`update messaging.outbox set done_at = now()`);
  await resume();
  await world.work();
  expect(await world.db.query('select state from payouts.run')).toEqual([{ state: 'closed' }]);
});

test('a run whose time has not come is not hurried by a resume', async () => {
  await world.moveTo(seoul('2026-05-11T07:00:00'));
  await world.seller(10_000n);
  await world.draft();
  await halt();
  await resume();
  await world.work();
  expect(await world.states()).toEqual({ reserved: 1 });
  await world.moveTo(TEN_OCLOCK);
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
});

test('a batch whose day passed during the halt is frozen anew for a day to come', async () => {
  await world.seller(10_000n);
  await world.draft();
  await world.dispatch(await world.runId());
  await halt();
  await world.work();
  await world.moveTo(seoul('2026-05-14T10:00:00'));
  await resume();
  await world.work();
  expect(await batches()).toEqual(['rejected', 'accepted']);
  const [payout] = await world.db.query<object[]>(`select payout_date, schedule_type, state from payouts.payout`);
  expect(payout).toEqual({ payout_date: '2026-05-14', schedule_type: 'EXPRESS', state: 'in_transit' });
  expect(await world.atProvider()).toHaveLength(1);
});

test('without the row of the switch nothing is sent', async () => {
  await world.seller(10_000n);
  await world.draft();
  await world.db.query(`delete from payouts.dispatch_control`);
  await world.work();
  expect(await world.states()).toEqual({ reserved: 1 });
});
