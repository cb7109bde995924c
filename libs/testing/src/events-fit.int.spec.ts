import { emit } from '@jeongsan/database';
import type { EventData } from '@jeongsan/messaging';
import { misfitEvents } from './events-fit.js';
import { testDatabase, type TestDatabase } from './index.js';

const NOON = new Date('2026-11-20T03:00:00Z');

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});

const happened = (status: string) => {
  const data = { sellerId: 'acme', status } as EventData<'seller.changed'>;
  return emit(database.db, 'seller.changed', [{ entityId: 'acme', data }], NOON);
};

test('a database whose events fit their schemas is dropped', async () => {
  await happened('approved');
  expect(await misfitEvents(database.db)).toEqual([]);
  await database.drop();
});

test('a spec that leaves an event which does not fit its schema fails when its database is dropped', async () => {
  await happened('APPROVED');
  expect(await misfitEvents(database.db)).toEqual([expect.stringContaining('data/status must be equal to one of')]);
  await expect(database.drop()).rejects.toThrow('Events do not fit their schemas');
});

test('an event of a type without a schema is a misfit', async () => {
  await database.db.query(
    `insert into messaging.event (type, entity_id, sequence, data, created_at) values ('seller.promoted', 'acme', 1, '{}', now())`,
  );
  expect(await misfitEvents(database.db)).toEqual(['seller.promoted has no schema']);
  await expect(database.drop()).rejects.toThrow('seller.promoted has no schema');
});
