import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listBalanceProofs as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { pageSize } from './page-size.js';

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

/** Daily proofs of every account, newest first. The cursor is the date and the account of the last proof of the previous page. */
export async function listBalanceProofs(
  db: DataSource,
  { after, limit }: Input<typeof endpoint>['query'],
): Promise<Output<typeof endpoint>> {
  const size = pageSize(limit);
  const [date = 'infinity', account = ''] = after?.split(' ') ?? [];
  const rows = await db.query<ProofRow[]>(
    `select business_date, account, ledger_pending, ledger_available, in_flight, provider_pending, provider_available, proven
       from reconciliation.balance_proof 
      where business_date < $1::date or (business_date = $1::date and account > $2)
      order by business_date desc, account limit $3`,
    [date, account, size + 1],
  );
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
