/**
 * SQL: one row (net, taken) of the done cancels of order line `line`: the won of its net that they gave back, and the part of those won that
 * was taken from matured money. `until` is an SQL instant: cancels that were given back later do not count.
 */
export const canceledOfLine = (line: string, until?: string): string => `(
  select coalesce(sum(c.net), 0)::bigint as net, coalesce(sum(c.from_payable + c.to_debt), 0)::bigint as taken
    from gateway.cancel_line c
    join gateway.cancel k on k.id = c.cancel_id and k.state = 'done'${until === undefined ? '' : ` and k.given_back_at <= ${until}`}
   where (c.order_id, c.line_id) = (${line}.order_id, ${line}.line_id))`;
