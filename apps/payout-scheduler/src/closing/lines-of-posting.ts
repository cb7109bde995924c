/**
 * SQL: the statement lines of a seller's posting, each with its statement. They are found by the posting's key and not by its
 * entries: the entries of an old month can be detached from the ledger.
 */
export const linesOfPosting = (key: string, sellerId: string): string => `(
  select stated.entry_id, stated.statement_id, statement.seller_id, statement.business_date
    from payouts.statement_line stated join payouts.statement statement on statement.id = stated.statement_id
   where stated.posting_key = ${key} and statement.seller_id = ${sellerId})`;
