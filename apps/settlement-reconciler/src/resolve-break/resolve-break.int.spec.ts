import { randomUUID } from 'node:crypto';
import { ownRehearsal, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { listBreaks } from '../read-reconciliation/list-breaks.js';
import { type BreakClass, openBreaks } from '../report-breaks/report-breaks.js';
import { statement } from '@jeongsan/sql';
import { resolveBreak } from './resolve-break.js';

const NOW = new Date('2026-11-19T10:00:00+09:00');
const rehearsal = ownRehearsal();
let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
}, 60_000);
afterEach(() => database.drop());

const OPEN = statement(
  openBreaks(`select :class::text as class, 'txn-usd' as subject, null as expected, '300 USD' as found`),
);
/** Finds the difference of a break in a nightly run, and returns the break's id. */
async function found(kind: BreakClass = 'FOREIGN_CURRENCY'): Promise<string> {
  await OPEN.rows(database.db, { class: kind, businessDate: '2026-11-19', now: NOW });
  const [row] = await database.db.query<{ id: string }[]>('select id from reconciliation.break');
  return row?.id ?? 'none';
}
const decision = {
  reason: 'returned by wire',
  evidence: 'transfer 4711 of the bank',
  by: 'person:kim',
  now: NOW,
} as const;

test('a break that only a person closes keeps the reason, the evidence and the actor, and no later run opens it again', async () => {
  const id = await found();
  const closed = await resolveBreak(database.db, id, decision);
  const { reason, evidence, by: resolvedBy, now: resolvedAt } = decision;
  expect(closed).toMatchObject({ id, resolution: 'BY_PERSON', reason, evidence, resolvedBy, resolvedAt });
  await found();
  expect((await listBreaks(database.db, { open: 'true' })).items).toEqual([]);
  expect((await listBreaks(database.db, { open: 'false' })).items).toEqual([closed]);
});

test('a closed break is not closed again, and its record is kept as it is', async () => {
  const id = await found();
  const closed = await resolveBreak(database.db, id, decision);
  await expect(resolveBreak(database.db, id, { ...decision, by: 'person:lee' })).rejects.toMatchObject({
    code: 'BREAK_STATE',
    status: 409,
  });
  expect((await listBreaks(database.db, {})).items).toEqual([closed]);
});

test('two people at once: one of them closes the break', async () => {
  const id = await found();
  const results = await Promise.allSettled(
    (['person:kim', 'person:lee'] as const).map((by) => resolveBreak(database.db, id, { ...decision, by })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a break whose cause can go away is refused: the next run closes it', async () => {
  const id = await found('UNKNOWN_TRANSACTION');
  await expect(resolveBreak(database.db, id, decision)).rejects.toMatchObject({
    code: 'BREAK_CLOSES_ITSELF',
    status: 409,
  });
  expect((await listBreaks(database.db, { open: 'true' })).items).toMatchObject([
    { id, resolution: null, reason: null },
  ]);
  await expect(resolveBreak(database.db, randomUUID(), decision)).rejects.toMatchObject({ code: 'BREAK_NOT_FOUND' });
});

test.each(['resolve-break:written', 'resolve-break:committed'] as const)(
  'a process that dies at %s leaves the break open, or closed as decided',
  async (failpoint) => {
    const id = await found();
    rehearsal.strike(failpoint);
    await expect(resolveBreak(database.db, id, decision)).rejects.toThrow('Struck');
    const again = resolveBreak(database.db, id, decision);
    await (failpoint === 'resolve-break:written'
      ? expect(again).resolves.toMatchObject({ id })
      : expect(again).rejects.toMatchObject({ code: 'BREAK_STATE' }));
    const { reason, evidence } = decision;
    expect((await listBreaks(database.db, {})).items).toMatchObject([
      { id, resolution: 'BY_PERSON', reason, evidence },
    ]);
  },
);
