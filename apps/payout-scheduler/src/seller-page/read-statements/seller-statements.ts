import type { Executor } from '@jeongsan/database';
import type { FileAnswerContent, Input, Output } from '@jeongsan/http-contract';
import { type getSellerPageDocument, type listSellerPageStatements, refuse } from '@jeongsan/platform-contract';
import { writeStatement } from '../../closing/write-statement/write-statement.js';
import { readStatements } from '../../explanations/read-payouts/read-payouts.js';
import { sentenceOf } from '../sentence.js';

/** The statements of one seller, newest first. */
export async function readSellerStatements(
  db: Executor,
  sellerId: string,
  { lang, after, limit }: Input<typeof listSellerPageStatements>['query'],
): Promise<Output<typeof listSellerPageStatements>> {
  const { items, nextCursor } = await readStatements(db, { sellerId, after, limit });
  return {
    items: items.map(({ id, businessDate, opening, movements, payoutAmount, carried, holdReason }) => ({
      ...{ statementId: id, date: businessDate, opening, movements, payoutAmount, carried },
      text: holdReason === null ? null : sentenceOf(holdReason, lang).text,
    })),
    nextCursor,
  };
}

/**
 * A statement of the seller as a file. Throws STATEMENT_NOT_FOUND, for the statement of another seller as for an unknown id,
 * and STATEMENT_TOO_LONG.
 */
export async function writeSellerStatement(
  db: Executor,
  sellerId: string,
  statementId: string,
  { format, lang }: Input<typeof getSellerPageDocument>['query'],
): Promise<FileAnswerContent> {
  const own = 'select from payouts.statement where id = $1 and seller_id = $2';
  const [found] = await db.query<object[]>(own, [statementId, sellerId]);
  if (!found) throw refuse('STATEMENT_NOT_FOUND', `There is no statement ${statementId}`);
  return writeStatement(db, statementId, format, lang);
}
