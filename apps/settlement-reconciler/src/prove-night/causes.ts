import { type Executor, inList } from '@jeongsan/database';
import type { EquationName, Line } from '@jeongsan/books';
import type { BreakClass } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { breakStates } from '@jeongsan/state-machines';
import type { RulesInForce } from '../match-records/rules-in-force.js';

export type FoundLine = Omit<Line, 'cause' | 'breakId' | 'breakClass'> & Readonly<{ why: string | null }>;

type BreakRow = { key: string; id: string; class: string; cause: string | null; isOpen: boolean };

const excepted = inList(breakStates.excepted);

/** Open breaks and breaks about which a person decided, by subject. A pair of swapped keys is a break of both. */
const BREAKS = statement(`
  select k.key, b.id, b.class, b.resolved_at is null as "isOpen",
         case when b.state in ${excepted} then b.state end as cause
    from unnest(:subjects::text[]) as k(key)
    join reconciliation.break b on b.subject = k.key
      or (b.class in ('BALANCE_PENDING', 'BALANCE_AVAILABLE') and k.key = b.class || ' ' || split_part(b.subject, ' ', 2))
      or (b.class = 'SWAPPED_KEYS' and k.key in (split_part(b.subject, ' ', 1), split_part(b.subject, ' ', 2)))
   where b.resolved_at is null or b.state in ${excepted}
   order by k.key, b.resolved_at is null desc, b.class, b.id`);

/** The class of a difference between two amounts of an equation: a rule may tolerate it. */
const classOf: Partial<Record<EquationName, BreakClass>> = {
  ORDERS: 'ORDER_AMOUNT',
  APPROVED: 'TRANSACTION_AMOUNT',
  CANCELED: 'TRANSACTION_AMOUNT',
  SETTLED: 'SETTLEMENT_AMOUNT',
  FEES: 'SETTLEMENT_VAT',
  SETTLED_NET: 'SETTLEMENT_PAYOUT_AMOUNT',
  // The ledger moves the pay-out amount and the fee: what both leave of the amount stays in provider:receivable.
  BOOKED_SETTLED: 'SETTLEMENT_PAYOUT_AMOUNT',
  PAYOUTS: 'PAYOUT_AMOUNT',
};

/**
 * Adds to each line the break that says so. A decision about a break is the cause of a line only when no break of the line's subject is
 * open. A difference without a break that a rule tolerates has the cause `TOLERATED`.
 */
export async function withCauses(tx: Executor, lines: readonly FoundLine[], rules: RulesInForce): Promise<Line[]> {
  const rows = await BREAKS.rows<BreakRow>(tx, { subjects: [...new Set(lines.map(keyOf))] });
  const breaks = new Map<string, BreakRow>();
  for (const row of rows) if (!breaks.has(row.key)) breaks.set(row.key, row);
  return lines.map((line) => {
    const { why, ...rest } = line;
    const found = breaks.get(keyOf(line));
    return {
      ...rest,
      cause: why ?? (found ? decided(line, found) : isTolerated(line, rules) ? 'TOLERATED' : null),
      breakId: found?.id ?? null,
      breakClass: found?.class ?? null,
    };
  });
}

const decided = ({ equation }: FoundLine, { isOpen, cause }: BreakRow): string | null =>
  isOpen || equation === 'OPEN_BREAKS' ? null : cause;

function isTolerated({ equation, expected, found, amount }: FoundLine, { toleranceOf }: RulesInForce): boolean {
  const kind = classOf[equation];
  if (kind === undefined || expected === null || found === null) return false;
  const size = BigInt(amount) < 0n ? -BigInt(amount) : BigInt(amount);
  return size <= toleranceOf(kind);
}

/** A balance keeps one break for a difference that stays, dated on its first night: it is found by its account. */
const keyOf = ({ equation, account, subject }: FoundLine): string =>
  equation === 'BALANCE_PENDING' || equation === 'BALANCE_AVAILABLE' ? `${equation} ${account}` : subject;
