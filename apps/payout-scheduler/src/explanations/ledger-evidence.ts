import type { Executor } from '@jeongsan/database';
import type { LedgerEvidence } from '@jeongsan/platform-contract';
import type { z } from 'zod';

export type Evidence = z.output<typeof LedgerEvidence>;

const ENTRIES_SHOWN = 20;
export const sellerAccounts = ['pending', 'payable', 'reserved', 'reserve', 'debt'] as const;
/** The provider's balances in the ledger, of every account of the market there. */
const PROVIDER_ACCOUNTS = '^provider:(receivable|([^:]+:)?(pending|available))$';

export const accountOf = (sellerId: string, part: (typeof sellerAccounts)[number]): string =>
  `seller:${sellerId}:${part}`;

/**
 * The postings with these keys, with their entries on the accounts of these sellers and of the provider. A posting that
 * does not exist is missing in the result; one of a detached month has no entries.
 */
export async function ledgerEvidence(
  db: Executor,
  sellerIds: readonly string[],
  keys: readonly string[],
): Promise<Map<string, Evidence>> {
  const accounts = sellerIds.flatMap((id) => sellerAccounts.map((part) => accountOf(id, part)));
  const rows = await db.query<Evidence[]>(
    `select p.key as "postingKey", p.effective_at as "effectiveAt", count(e.id)::int as "entryCount",
            coalesce((array_agg(e.id::text order by e.id) filter (where e.id is not null))[1:$3], '{}') as "entryIds"
       from ledger.posting p
       left join ledger.entry e on e.posting_id = p.id and e.effective_at = p.effective_at
                               and (e.account_code = any($2) or e.account_code ~ $4) and e.currency = 'KRW'
      where p.key = any($1) and (e.id is not null or ledger.month_state(p.effective_at) = 'DETACHED')
      group by p.id order by p.id`,
    [[...new Set(keys)], accounts, ENTRIES_SHOWN, PROVIDER_ACCOUNTS],
  );
  return new Map(rows.map((row) => [row.postingKey, row]));
}

/** The postings found, in the order of the keys. */
export const found = (evidence: ReadonlyMap<string, Evidence>, keys: readonly string[]): Evidence[] =>
  keys.flatMap((key) => evidence.get(key) ?? []);
