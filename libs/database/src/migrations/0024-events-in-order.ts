import { sqlMigration } from '../sql-migration.js';

/** Events get ids in the order of time: with random ones each batch of news touched as many pages of their index as it had events. */
export const EventsInOrder0024 = sqlMigration(
  'EventsInOrder',
  24,
  `
alter table messaging.event alter column id set default uuidv7();
`,
);
