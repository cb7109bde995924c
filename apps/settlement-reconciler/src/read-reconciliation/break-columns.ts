/** SQL: the columns of a break `b` as a view shows them at the time of a parameter, such as `:now` or `$1`. */
export const breakColumns = (now: string): string => `
  b.id, b.class, b.subject, b.business_date as "businessDate", b.state, reconciliation.severity(b, ${now}::timestamptz) as severity,
  b.due_at as "dueAt", greatest(0, floor(extract(epoch from ${now}::timestamptz - b.opened_at) / 3600))::int as "ageHours", b.owner,
  b.amount, b.currency, b.order_id as "orderId", b.payment_key as "paymentKey", b.seller_id as "sellerId", b.expected, b.found,
  b.opened_at as "openedAt", b.resolved_at as "resolvedAt", b.matched_key as "matchedKey", b.version, b.changed_by as "changedBy",
  b.reason, b.note`;
