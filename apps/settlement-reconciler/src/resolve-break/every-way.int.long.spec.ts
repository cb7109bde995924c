import { randomUUID } from 'node:crypto';
import { breakClass, breakCodes, type ResolutionWay, resolutionWays } from '@jeongsan/platform-contract';
import { balances, booksAreSound } from '@jeongsan/testing';
import type { BreakClass, Difference } from '../report-breaks/report-breaks.js';
import { differenceOf, findAgain } from '../testing/found-break.js';
import { type Person, type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';

jest.setTimeout(120_000);
let world: ReconcilerWorld;
beforeAll(async () => {
  world = await reconcilerWorld(new Date('2026-11-19T10:00:00+09:00'), { BREAK_SECOND_PERSON_ABOVE: '1000' });
}, 120_000);
afterAll(() => world.close());
afterEach(() => booksAreSound(world.db));

const verbs = { expect: 'explain', adjust: 'adjust', force: 'force' } as const;
const states = { expect: 'EXPLAINED', adjust: 'ADJUSTED', force: 'FORCED' } as const;
const [small, large] = [10n, 5_000n];

type Settled = Readonly<{ id: string; difference: Difference }>;
const act = (id: string, verb: string, body: object, who: Person) =>
  world.call(who, 'POST', `/reconciliation/breaks/${id}/${verb}`, body);
const read = async (id: string) => (await world.call('viewer', 'GET', `/reconciliation/breaks/${id}`)).json;

/** Asks for a settlement in a way; a forced match names a record of the other side that has a break of its own. */
async function ask(kind: BreakClass, way: ResolutionWay, amount: bigint, who: Person) {
  const balance = kind.startsWith('BALANCE');
  const subject = balance ? `2026-11-19 mid-${randomUUID().slice(0, 8)}` : `key-${randomUUID()}`;
  // A run reads the numbers of a balance's break.
  const facts = balance ? { expected: '0', found: '0' } : {};
  const difference = differenceOf(kind, { subject, amount, ...facts });
  const id = await findAgain(world.db, difference);
  const key = `key-${randomUUID()}`;
  if (way === 'force') await findAgain(world.db, differenceOf(kind, { subject: key, amount: -amount, ...facts }));
  const bodies = { expect: {}, adjust: { counterAccount: 'platform:adjustments' }, force: { key } } as const;
  const reply = await act(id, verbs[way], { reason: 'asked and answered', ...bodies[way] }, who);
  return { id, difference, key, reply };
}

/** Whoever finds the same difference again leaves the settlement; another difference opens the break. */
async function assertKept({ id, difference }: Settled, state: string): Promise<void> {
  await findAgain(world.db, difference, '2026-11-20');
  expect(await read(id)).toMatchObject({ state, version: 2 });
  await findAgain(world.db, { ...difference, amount: 77n }, '2026-11-21');
  expect(await read(id)).toMatchObject({ state: 'REOPENED', version: 3 });
}

const allowed = breakCodes.flatMap((kind) => breakClass(kind).ways.map((way) => [kind, way] as const));
const refused = breakCodes.flatMap((kind) =>
  resolutionWays.filter((way) => !breakClass(kind).ways.includes(way)).map((way) => [kind, way] as const),
);

test.each(allowed)('%s is settled by one person: %s', async (kind, way) => {
  // A limit of the day holds for each person, so each class has an amount that fits thirty times.
  const { id, difference, key, reply } = await ask(kind, way, small, 'kim');
  expect(reply).toMatchObject({ status: 200, json: { state: states[way], changedBy: 'person:kim' } });
  if (way === 'force') expect(reply.json['matchedKey']).toBe(key);
  await assertKept({ id, difference }, states[way]);
});

test.each(allowed)('%s above the limit is settled by a second person: %s', async (kind, way) => {
  const before = await balances(world.db);
  const { id, difference, reply } = await ask(kind, way, large, 'park');
  expect(reply).toMatchObject({ status: 200, json: { state: 'OPEN', decisions: [{ state: 'proposed' }] } });
  expect(await balances(world.db)).toEqual(before);
  const [decision] = reply.json['decisions'] as { id: string }[];
  const approved = await world.call('lee', 'POST', `/reconciliation/break-decisions/${decision?.id ?? ''}/approve`);
  expect(approved).toMatchObject({ status: 200, json: { state: states[way], changedBy: 'person:lee' } });
  await assertKept({ id, difference }, states[way]);
});

test.each(refused)('%s is not settled by %s', async (kind, way) => {
  const { reply } = await ask(kind, way, small, 'kim');
  expect(reply).toMatchObject({ status: 409, json: { code: 'BREAK_WAY_NOT_ALLOWED' } });
});
