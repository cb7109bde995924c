import { pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listBalanceProofs as endpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

type ProofRow = {
  business_date: string;
  account: string;
  ledger_pending: bigint;
  ledger_available: bigint;
  in_flight: bigint;
  provider_pending: bigint;
  provider_available: bigint;
  proven: boolean;
};

const PAGE = statement(`
  select business_date, account, ledger_pending, ledger_available, in_flight, provider_pending, provider_available, proven
    from reconciliation.balance_proof
   where (business_date < :date::date or (business_date = :date::date and account > :account))
     and (:from::date is null or business_date >= :from) and (:to::date is null or business_date <= :to)
     and (:of::text is null or account = :of) and (:proven::bool is null or proven = :proven)
   order by business_date desc, account limit :rows`);

/** Daily proofs of every account, newest first. The cursor is the date and the account of the last proof of the previous page. */
export async function listBalanceProofs(
  db: DataSource,
  query: Input<typeof endpoint>['query'],
): Promise<Output<typeof endpoint>> {
  const { after, from = null, to = null, account: of = null, proven = null } = query;
  const size = pageSize(query.limit);
  const [date = 'infinity', account = ''] = after?.split(' ') ?? [];
  const rows = await PAGE.rows<ProofRow>(db, { date, account, from, to, of, proven, rows: size + 1 });
  const items = rows.map((p) => ({
    businessDate: p.business_date,
    account: p.account,
    ledgerPending: p.ledger_pending,
    ledgerAvailable: p.ledger_available,
    inFlight: p.in_flight,
    providerPending: p.provider_pending,
    providerAvailable: p.provider_available,
    proven: p.proven,
  }));
  return pageOf(items, size, (proof) => `${proof.businessDate} ${proof.account}`.trim());
}
