import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A forward-only migration written in SQL. There is no way back: a posting cannot be un-posted. */
export function sqlMigration(title: string, number: number, sql: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    // TypeORM orders migrations by the number at the end of their names.
    readonly name = `${title}${1_763_600_000_000 + number}`;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }
    async down(): Promise<void> {
      throw new Error(`${title} cannot be reverted`);
    }
  };
}
