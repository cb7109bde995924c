/** SQL: the rows of the listings of yesterday that a run `run` read, of each listing as it was last read to its end. */
export const rowsRead = (run: string): string => `
  select coalesce(sum(l.rows) filter (where l.source = 'transactions'), 0)::int as transactions,
         coalesce(sum(l.rows) filter (where l.source = 'settlements-sold'), 0)::int as settlements
    from (select distinct on (d.account, d.source) d.source, d.rows from reconciliation.download d
           where d.business_date = ${run}.business_date and d.day = ${run}.business_date - 1
           order by d.account, d.source, d.done desc, d.pass desc) l`;
