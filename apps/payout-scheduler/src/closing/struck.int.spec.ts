import { randomUUID } from 'node:crypto';
import type { Decision } from '@jeongsan/failpoints';
import { balances, booksAreSound, ownRehearsal } from '@jeongsan/testing';
import {
  onboardedSeller,
  schedulerWorld,
  sellerOwes,
  type Person,
  type Reply,
  type SchedulerWorld,
} from '../testing/scheduler-world.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');
const rehearsal = ownRehearsal();
let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  world = await schedulerWorld(NOW, { ADJUST_ALONE_UP_TO: '50000', REAUTH_THRESHOLD: '10000000' });
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db);
  await sellerOwes(world.db, seller, 9_000n, NOW);
});
afterEach(() => booksAreSound(world.db));

/** A person's request, repeated under its key when it was not answered. */
async function ask(who: Person, url: string, body: object = {}): Promise<Reply> {
  const key = randomUUID();
  const first = await world.call(who, 'POST', url, body, undefined, key);
  return first.status < 500 ? first : world.call(who, 'POST', url, body, undefined, key);
}

const strikes = (
  ['propose-adjustment', 'approve-adjustment', 'record-repayment'] as const satisfies readonly Decision[]
).flatMap((decision) => [`${decision}:written`, `${decision}:committed`] as const);

test.each(strikes)('a process that dies at %s moves the money of people once', async (failpoint) => {
  rehearsal.strike(failpoint);
  const adjust = (amount: number) => ask('kim', `/sellers/${seller}/adjustments`, { amount, reason: 'late delivery' });
  expect((await adjust(30_000)).json).toMatchObject({ state: 'posted', amount: 30_000 });
  const { json } = await adjust(70_000);
  expect(json['state']).toBe('proposed');
  expect((await ask('lee', `/adjustments/${String(json['id'])}/approve`)).json['state']).toBe('posted');
  const received = { amount: 4_000, receivedAt: NOW.toISOString(), reference: seller, reason: 'transfer' };
  const repaid = await ask('park', `/sellers/${seller}/repayments`, received);
  // A bank's reference counts once, whoever asks: the repeat of a repayment that went through says so.
  const isKnown = failpoint === 'record-repayment:committed';
  expect(repaid.json).toMatchObject(isKnown ? { code: 'REPAYMENT_REFERENCE_USED' } : { amount: 4_000 });
  expect(rehearsal.reports.map((report) => report.failpoint)).toEqual(['armed', 'struck']);
  const all = await balances(world.db);
  expect([all[`seller:${seller}:payable`], all[`seller:${seller}:debt`]]).toEqual([-100_000n, 5_000n]);
});
