/** SQL: an amount as people write it, with its currency: `12.34 USD`, `5000 KRW`. */
export const shown = (amount: string, currency: string): string =>
  `case when ${currency} in ('KRW', 'JPY') then (${amount})::text else round((${amount})::numeric / 100, 2)::text end || ' ' || ${currency}`;

/** SQL: an amount in another currency than won as people write it, an amount in won by its digits alone: `12.34 USD`, `5000`. */
export const shownForeign = (amount: string, currency: string): string =>
  `case when ${currency} = 'KRW' then (${amount})::text else ${shown(amount, currency)} end`;

/** SQL: an amount in won as people write it; null without an amount. */
export const won = (amount: string): string => `${amount}::text || ' KRW'`;
