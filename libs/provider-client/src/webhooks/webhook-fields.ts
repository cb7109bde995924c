type Json = Readonly<Record<string, unknown>>;

const DEPOSIT = ['createdAt', 'status', 'transactionKey', 'orderId'] as const;

/**
 * The type of an event; undefined: the JSON is no event. A deposit to a virtual account has no type field and a flat body
 * (document 1 section 5).
 */
export function webhookTypeOf(event: Json): string | undefined {
  const { eventType } = event;
  if (typeof eventType === 'string' && /^[\w.-]{1,100}$/.test(eventType)) return eventType;
  const isDeposit = DEPOSIT.every((name) => typeof event[name] === 'string');
  return isDeposit && eventType === undefined ? 'DEPOSIT_CALLBACK' : undefined;
}

/** Milliseconds since 1970, or NaN. The provider writes times with an offset, or in Seoul's time without one. */
export const webhookTimeOf = (time: string): number =>
  Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}+09:00`);
