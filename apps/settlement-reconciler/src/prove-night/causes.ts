import { type Executor, inList } from '@jeongsan/database';
import type { Line } from '@jeongsan/books';
import { statement } from '@jeongsan/sql';
import { breakStates } from '@jeongsan/state-machines';

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

/**
 * Adds to each line the break that says so. A decision about a break is the cause of a line only when no break of the line's subject is
 * open.
 */
export async function withCauses(tx: Executor, lines: readonly FoundLine[]): Promise<Line[]> {
  const rows = await BREAKS.rows<BreakRow>(tx, { subjects: [...new Set(lines.map(keyOf))] });
  const breaks = new Map<string, BreakRow>();
  for (const row of rows) if (!breaks.has(row.key)) breaks.set(row.key, row);
  return lines.map((line) => {
    const { why, ...rest } = line;
    const found = breaks.get(keyOf(line));
    return {
      ...rest,
      cause: why ?? (found && !found.isOpen && line.equation !== 'OPEN_BREAKS' ? found.cause : null),
      breakId: found?.id ?? null,
      breakClass: found?.class ?? null,
    };
  });
}

/** A balance keeps one break for a difference that stays, dated on its first night: it is found by its account. */
const keyOf = ({ equation, account, subject }: FoundLine): string =>
  equation === 'BALANCE_PENDING' || equation === 'BALANCE_AVAILABLE' ? `${equation} ${account}` : subject;
