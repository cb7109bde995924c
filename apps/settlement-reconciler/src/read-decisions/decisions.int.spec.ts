import { type Decision, type DecisionRow, hashOfDecision, recordDecisions } from '@jeongsan/audit';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { exportDecisions } from './export-decisions.js';
import { type DecisionFilters, listDecisions, readDecision } from './list-decisions.js';

jest.setTimeout(60_000);
let database: TestDatabase;
const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const hold = (seller: string, actor: Decision['actor'], reason: string | null): Decision => ({
  ...{ kind: 'hold.placed', subject: `hold-${seller}`, actor, credential: 'https://id.example#7', reason },
  ...{ before: null, after: { sellerId: seller, amount: 5_000n } },
});
const removed: Decision = {
  ...{ kind: 'endpoint.removed', subject: 'e1', actor: 'key:market', credential: 'key:market', reason: null },
  ...{ before: { enabled: true }, after: { enabled: false } },
};

beforeAll(async () => {
  database = await testDatabase();
  const record = (day: number, ...decisions: Decision[]) =>
    database.db.transaction((tx) => recordDecisions(tx, decisions, at(day)));
  await record(1, hold('s1', 'person:kim', '=분쟁 Dispute 100%'), hold('s2', 'person:lee', 'fraud, "urgent"'));
  await record(2, removed);
  await record(3, hold('s1', 'person:kim', null));
});
afterAll(() => database.drop());

const numbers = async (filters: DecisionFilters) =>
  (await listDecisions(database.db, filters)).items.map(({ number }) => number);

// prettier-ignore
test.each<[string, DecisionFilters, number[]]>([
  ['nothing: the latest first', {},                                     [4, 3, 2, 1]],
  ['the kind',                  { kind: 'endpoint.removed' },           [3]],
  ['the actor',                 { actor: 'person:kim' },                [4, 1]],
  ['the subject',               { subject: 'hold-s2' },                 [2]],
  ['the service',               { service: 'webhook-ingestor' },        [3]],
  ['the days, the last one not',{ from: at(2), to: at(3) },             [3]],
  ['a part of the reason',      { reason: 'dispute 100%' },             [1]],
  ['a sign that SQL knows',     { reason: '_' },                        []],
  ['two at once',               { actor: 'person:kim', from: at(2) },   [4]],
])('the list is filtered by %s', async (_, filters, expected) => {
  expect(await numbers(filters)).toEqual(expected);
});

test('pages follow one another, and one decision is read by its id', async () => {
  const first = await listDecisions(database.db, { limit: 3 });
  expect(first.items.map(({ number }) => number)).toEqual([4, 3, 2]);
  const rest = await listDecisions(database.db, { limit: 3, after: first.nextCursor ?? '' });
  expect(rest).toMatchObject({ items: [{ number: 1 }], nextCursor: null });
  const [decision] = rest.items;
  expect(await readDecision(database.db, decision?.id ?? '')).toEqual(decision);
  expect(decision).toMatchObject({
    ...{ about: 'Money of a seller is kept back', service: 'payout-scheduler', credential: 'https://id.example#7' },
    ...{ before: null, after: { sellerId: 's1', amount: '5000' } },
  });
  await expect(readDecision(database.db, '5f0c1c0e-0000-4000-8000-000000000001')).rejects.toMatchObject({
    code: 'DECISION_NOT_FOUND',
  });
});

async function textOf(format: 'csv' | 'ndjson', filters: DecisionFilters = {}): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of exportDecisions(database.db, { ...filters, format }).bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('a reader of the NDJSON file computes every hash and the chain without our database', async () => {
  const rows = (await textOf('ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DecisionRow);
  expect(rows.map(hashOfDecision)).toEqual(rows.map(({ hash }) => hash));
  expect(rows.slice(1).map(({ prevHash }) => prevHash)).toEqual(rows.slice(0, -1).map(({ hash }) => hash));
});

test('the CSV file is read by spreadsheets as text, never as a formula', async () => {
  const lines = (await textOf('csv', { kind: 'hold.placed' })).split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF"number","at","kind","about"/);
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain(`"'=분쟁 Dispute 100%"`);
  expect(lines[2]).toContain('"fraud, ""urgent"""');
});
