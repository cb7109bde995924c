import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** Runs `work` on one connection, in one snapshot. */
export async function withClient<T>(db: DataSource, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const runner = db.createQueryRunner();
  const client = (await runner.connect()) as PoolClient;
  try {
    await client.query('begin isolation level repeatable read');
    await client.query('set local statement_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
