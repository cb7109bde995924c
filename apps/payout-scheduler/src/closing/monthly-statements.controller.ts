import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { listMonths, readMonth } from './month-statements/read-month.js';
import { writeEveryMonth, writeMonth } from './month-statements/write-month.js';

@Serves(contract.monthlyStatementsContract)
export class MonthlyStatementsController {
  constructor(private readonly db: ReadDatabase) {}

  readonly handlers: Handlers<typeof contract.monthlyStatementsContract> = {
    listMonthlyStatements: ({ params, query }) => listMonths(this.db, params.month, query),
    getMonthlyStatement: ({ params }) => readMonth(this.db, params.month, params.sellerId),
    getMonthlyDocument: ({ params, query }) => writeMonth(this.db, params.month, params.sellerId, query),
    getMonthlyDocuments: ({ params, query }) => writeEveryMonth(this.db, params.month, query),
  };
}
