import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { readStatement, readStatementLines } from './read-statement/read-statement.js';
import { writeStatement } from './write-statement/write-statement.js';

@Serves(contract.statementsContract)
export class StatementsController {
  constructor(private readonly db: ReadDatabase) {}

  readonly handlers: Handlers<typeof contract.statementsContract> = {
    getStatement: ({ params }) => readStatement(this.db, params.statementId),
    listStatementLines: ({ params, query }) => readStatementLines(this.db, params.statementId, query),
    getStatementDocument: ({ params, query }) => writeStatement(this.db, params.statementId, query.format, query.lang),
  };
}
