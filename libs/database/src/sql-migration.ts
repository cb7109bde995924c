import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Limits of the transaction of all migrations. A statement that waits for a lock makes every later statement on the table wait
 * behind it, so it gives up within seconds, and migrating begins anew. A statement that holds its locks may run longer than one
 * of a service: its length is known beforehand, and giving up would only repeat it.
 */
const LIMITS = `set local lock_timeout = '3s'; set local statement_timeout = '15min'`;

/** A forward-only migration written in SQL. There is no way back: a posting cannot be un-posted. */
export function sqlMigration(title: string, number: number, sql: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    // TypeORM orders migrations by the number at the end of their names.
    readonly name = `${title}${1_763_600_000_000 + number}`;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(LIMITS);
      await runner.query(sql);
    }
    async down(): Promise<void> {
      throw new Error(`${title} cannot be reverted`);
    }
  };
}
