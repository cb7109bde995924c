import { InvalidCycle, cycleText, parseCycle } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { refuse, type setTerms as contract } from '@jeongsan/platform-contract';

export type TermsOfSeller = Input<typeof contract>['body'] & { sellerId: string };

const columns = `seller_id as "sellerId", effective_from as "effectiveFrom", commission_rate::int as "commissionRate",
  lag_days as "lagDays", lag_unit as "lagUnit", cycle, date_policy as "datePolicy"`;

/**
 * Adds a version of a seller's terms. A version is never changed: repeating it is fine, other content for the same day is
 * TERMS_CONFLICT, since orders may already have frozen it.
 */
export async function setTerms(tx: Executor, wanted: TermsOfSeller, now: Date): Promise<TermsOfSeller> {
  const terms = { ...wanted, cycle: canonicalCycle(wanted.cycle) };
  await tx.query(
    `insert into payouts.seller_terms (seller_id, effective_from, commission_rate, lag_days, lag_unit, cycle, date_policy, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      terms.sellerId,
      terms.effectiveFrom,
      terms.commissionRate,
      terms.lagDays,
      terms.lagUnit,
      terms.cycle,
      terms.datePolicy,
      now,
    ],
  );
  const stored = (await listTerms(tx, terms.sellerId)).find((t) => t.effectiveFrom === terms.effectiveFrom);
  const same = stored && Object.entries(terms).every(([key, value]) => stored[key as keyof TermsOfSeller] === value);
  if (!same) {
    throw refuse(
      'TERMS_CONFLICT',
      `Seller ${terms.sellerId} has other terms from ${terms.effectiveFrom}: a version is never changed, add a later one`,
    );
  }
  return stored;
}

export async function listTerms(tx: Executor, sellerId: string): Promise<TermsOfSeller[]> {
  return tx.query<TermsOfSeller[]>(
    `select ${columns} from payouts.seller_terms where seller_id = $1 order by effective_from`,
    [sellerId],
  );
}

function canonicalCycle(text: string): string {
  try {
    return cycleText(parseCycle(text));
  } catch (error) {
    if (error instanceof InvalidCycle) throw refuse('TERMS_INVALID', error.message);
    throw error;
  }
}
