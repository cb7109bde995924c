import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { readStatement, readStatementLines } from './read-statement/read-statement.js';
import { writeStatement } from './write-statement/write-statement.js';

@Controller()
export class StatementsController {
  constructor(private readonly db: DataSource) {}

  @Implements(contract.getStatement)
  read(
    @Decoded(contract.getStatement) { params }: Input<typeof contract.getStatement>,
  ): Promise<Output<typeof contract.getStatement>> {
    return readStatement(this.db, params.statementId);
  }

  @Implements(contract.listStatementLines)
  lines(
    @Decoded(contract.listStatementLines) { params, query }: Input<typeof contract.listStatementLines>,
  ): Promise<Output<typeof contract.listStatementLines>> {
    return readStatementLines(this.db, params.statementId, query);
  }

  @Implements(contract.getStatementDocument)
  document(
    @Decoded(contract.getStatementDocument) { params, query }: Input<typeof contract.getStatementDocument>,
  ): Promise<Output<typeof contract.getStatementDocument>> {
    return writeStatement(this.db, params.statementId, query.format, query.lang);
  }
}
