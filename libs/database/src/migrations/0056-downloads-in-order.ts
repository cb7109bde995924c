import { sqlMigration } from '../sql-migration.js';

/**
 * Rows of one download lie side by side, so an index of blocks finds them as fast as one of rows, and costs next to nothing for
 * each row that is stored.
 */
export const DownloadsInOrder0056 = sqlMigration(
  'DownloadsInOrder',
  56,
  `
drop index reconciliation.settlement_download_id_idx;
create index settlement_of_download on reconciliation.settlement using brin (download_id) with (pages_per_range = 16, autosummarize = on);
-- A row that came again is looked for after each download.
create index settlement_listed_again on reconciliation.settlement (download_id) where copies > 1;
`,
);
