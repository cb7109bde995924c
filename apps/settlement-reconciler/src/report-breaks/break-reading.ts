import { by, reading } from '@jeongsan/nest-kit';

type Row = { class: string; severity: string; breaks: bigint; won: bigint; seconds: number };

/** Open breaks. Classes without one are left out: there are more than forty, times four severities. */
export const breakReading = reading(
  'breaks',
  ['breaks_open', 'breaks_open_won', 'break_oldest_seconds'],
  async (db, now) => {
    const rows = await db.query<Row[]>(
      `select b.class, reconciliation.severity(b, $1::timestamptz) as severity, count(*) as breaks,
              coalesce(sum(abs(b.amount)) filter (where b.currency = 'KRW'), 0)::bigint as won,
              greatest(0, extract(epoch from $1::timestamptz - min(b.opened_at)))::float8 as seconds
         from reconciliation.break b where b.resolved_at is null group by 1, 2 order by 1, 2`,
      [now],
    );
    const classes = [...new Set(rows.map((row) => row.class))];
    const byClass = (of: (rows: readonly Row[]) => number) =>
      by(
        'class',
        classes.map((name) => [name, of(rows.filter((row) => row.class === name))] as const),
      );
    return {
      breaks_open: rows.map((row) => ({
        labels: { class: row.class, severity: row.severity },
        value: Number(row.breaks),
      })),
      breaks_open_won: byClass((ofClass) => ofClass.reduce((sum, { won }) => sum + Number(won), 0)),
      break_oldest_seconds: byClass((ofClass) => Math.max(...ofClass.map(({ seconds }) => seconds))),
    };
  },
);
