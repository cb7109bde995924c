import { setImmediate as turn } from 'node:timers/promises';
import { adminDatabaseUrl } from '../testing/env.js';
import { type Database, openDatabase, type Sql } from './sql.js';

let database: Database;
beforeAll(async () => {
  database = openDatabase(adminDatabaseUrl());
  await database.rows('drop table if exists coin');
  await database.rows('create table coin (id int primary key)');
});
afterAll(async () => {
  await database.rows('drop table coin');
  await database.close();
});
beforeEach(() => database.rows('truncate coin'));

const add = (sql: Sql, id: number) => sql.rows('insert into coin (id) values ($1)', [id]);
const coins = async () => (await database.rows<{ id: number }>('select id from coin order by id')).map(({ id }) => id);
const TAKEN = { code: '23505' };

test('statements that nobody waits for are committed with the others', async () => {
  const result = await database.transaction(async (sql) => {
    void add(sql, 1);
    await add(sql, 2);
    void add(sql, 3);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await coins()).toEqual([1, 2, 3]);
});

test('one of them that fails undoes everything, and the transaction fails with its error', async () => {
  const work = database.transaction((sql) => {
    void add(sql, 1);
    void add(sql, 1);
    void add(sql, 2);
    return Promise.resolve('done');
  });
  await expect(work).rejects.toMatchObject(TAKEN);
  expect(await coins()).toEqual([]);
});

test('the first failure is told, not that of a later statement which only finds the transaction at its end', async () => {
  const work = database.transaction(async (sql) => {
    await add(sql, 1);
    void add(sql, 1);
    await add(sql, 2);
  });
  await expect(work).rejects.toMatchObject(TAKEN);
});

test('what the work throws undoes what it sent', async () => {
  const work = database.transaction(async (sql) => {
    void add(sql, 1);
    await turn();
    throw new Error('refused');
  });
  await expect(work).rejects.toThrow('refused');
  expect(await coins()).toEqual([]);
});

test('what the work makes of a failure is what is told', async () => {
  const work = database.transaction(async (sql) => {
    await add(sql, 1);
    await add(sql, 1).catch(() => {
      throw new Error('taken before');
    });
  });
  await expect(work).rejects.toThrow('taken before');
});

test('a connection is of use after a failure', async () => {
  const tries = Array.from({ length: 30 }, (_, id) =>
    database.transaction((sql) => {
      void add(sql, id);
      void add(sql, id % 2 === 0 ? id : id + 100);
      return Promise.resolve();
    }),
  );
  const results = await Promise.allSettled(tries);
  expect(results.map(({ status }) => status)).toEqual(tries.map((_, id) => (id % 2 === 0 ? 'rejected' : 'fulfilled')));
  expect(await coins()).toHaveLength(30);
});
