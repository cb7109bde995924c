import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { monthsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Approval } from '../approval.js';
import { approveMonth, askToClose, askToReopen, rejectMonth } from './close-month/ask-month.js';
import { exportBooks } from './export-books/export-books.js';
import { readMonthRequests } from './month-record.js';
import { readMonthDetail, readMonths } from './read-months/read-months.js';
import { reportDocument } from './report-month/report-document.js';
import { reportMonth } from './report-month/read-report.js';
import { ProofKeys } from '../settings.js';

/** The operators' endpoints for months of the books. */
@Serves(monthsContract)
export class MonthsController {
  constructor(
    private readonly db: DataSource,
    private readonly reads: ReadDatabase,
    private readonly clock: Clock,
    private readonly approval: Approval,
    private readonly keys: ProofKeys,
  ) {}

  readonly handlers: Handlers<typeof monthsContract> = {
    listMonths: ({ query }) => readMonths(this.reads, query, this.clock.now()),
    getMonth: ({ params }) => readMonthDetail(this.reads, params.month, this.clock.now()),
    closeMonth: ({ params, body }, call) => {
      const asked = { ...params, ...body, id: idOfRequest(call) };
      return transaction(
        this.db,
        (tx) => askToClose(tx, asked, call.caller, this.approval.rules, this.clock.now()),
        'close-month',
      );
    },
    reopenMonth: ({ params, body }, call) => {
      const asked = { ...params, ...body, id: idOfRequest(call) };
      return transaction(this.db, (tx) => askToReopen(tx, asked, call.caller, this.clock.now()));
    },
    approveMonthRequest: ({ params: { requestId } }, { caller }) =>
      transaction(
        this.db,
        (tx) => approveMonth(tx, requestId, caller, this.approval.rules, this.clock.now()),
        'close-month',
      ),
    rejectMonthRequest: ({ params }, { caller }) =>
      transaction(this.db, (tx) => rejectMonth(tx, params.requestId, caller, this.clock.now())),
    listMonthRequests: ({ query }) => readMonthRequests(this.reads, query),
    getMonthReport: ({ params }) => reportMonth(this.reads, params.month, this.clock.now()),
    getMonthReportDocument: async ({ params, query }) =>
      reportDocument(await reportMonth(this.reads, params.month, this.clock.now()), query.format, query.lang),
    getAuditorFile: ({ params: { month }, query: { until = month } }) =>
      exportBooks(this.db, month, until, this.keys.all[0], this.clock.now()),
  };
}
