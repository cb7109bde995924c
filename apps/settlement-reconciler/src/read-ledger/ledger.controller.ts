import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { ledgerContract } from '@jeongsan/platform-contract';
import { dailyBalances } from './daily-balances.js';
import { exportEntries } from './export-entries.js';
import { listEntries, readEntry } from './list-entries.js';
import { listPostings, readPosting } from './list-postings.js';
import { readAccountBalance } from './read-account-balance.js';

/** The endpoints for readers of the ledger. */
@Serves(ledgerContract)
export class LedgerController {
  constructor(
    private readonly db: ReadDatabase,
    private readonly clock: Clock,
  ) {}

  readonly handlers: Handlers<typeof ledgerContract> = {
    listLedgerEntries: ({ query }) => listEntries(this.db, query),
    exportLedgerEntries: ({ query }) => exportEntries(this.db, query),
    getLedgerEntry: ({ params }) => readEntry(this.db, params.entryId),
    listLedgerPostings: ({ query }) => listPostings(this.db, query),
    getLedgerPosting: ({ params }) => readPosting(this.db, params.postingId),
    getAccountBalance: ({ params, query }) => readAccountBalance(this.db, params.account, query, this.clock.now()),
    listDailyBalances: ({ query }) => dailyBalances(this.db, query.from, query.to),
  };
}
