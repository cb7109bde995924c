import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { bankStatementsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { importStatement } from './import-statement/import-statement.js';
import { listRows, listStatements, readStatement } from './import-statement/read-statements.js';

/** Statements of the market's bank accounts. */
@Serves(bankStatementsContract)
export class BankStatementsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  readonly handlers: Handlers<typeof bankStatementsContract> = {
    importBankStatement: ({ body }, { caller }) =>
      transaction(this.db, (tx) => importStatement(tx, body, caller.actor, this.clock.now())),
    listBankStatements: ({ query }) => listStatements(this.db, query),
    getBankStatement: ({ params }) => readStatement(this.db, params.statementId),
    listBankRows: ({ params, query }) => listRows(this.db, params.statementId, query),
  };
}
