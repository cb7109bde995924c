import { z } from 'zod';

/** Facts, past tense, that other teams consume as signed webhooks. Bodies carry ids and states, no account numbers or names. */
export const events = {
  'payment.approved': z.object({ paymentId: z.string(), orderId: z.string(), amount: z.string() }),
  'payment.canceled': z.object({
    paymentId: z.string(),
    orderId: z.string(),
    cancelId: z.string(),
    amount: z.string(),
  }),
  'seller.changed': z.object({ sellerId: z.string(), status: z.string() }),
  'payout.changed': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    status: z.string(),
    amount: z.string(),
    failureCode: z.string().nullable(),
  }),
  'debt-write-off.changed': z.object({
    writeOffId: z.string(),
    sellerId: z.string(),
    status: z.string(),
    amount: z.string(),
  }),
  /** `status` draft: it waits for a person; approved: the policy approved it. */
  'payout-run.drafted': z.object({
    runId: z.string(),
    businessDate: z.string(),
    status: z.string(),
    amount: z.string(),
  }),
  /** Content that nobody approved was found: a person must look before anything more is sent. */
  'payout-run.stopped': z.object({ runId: z.string(), businessDate: z.string() }),
  /** A limit keeps the rest of the run until a person, or a day, decides: RUN_CAP, DAY_CAP or DUPLICATE_RUN. */
  'payout-run.paused': z.object({ runId: z.string(), businessDate: z.string(), reason: z.string() }),
  /** A person stopped all sending. `decisionId` counts the decisions about dispatch. */
  'dispatch.halted': z.object({ decisionId: z.string() }),
  /** Nothing stops sending any more. */
  'dispatch.resumed': z.object({ decisionId: z.string() }),
  /** The provider has payouts that the books do not have as sent: nothing is sent until a person has looked. */
  'dispatch.locked': z.object({ decisionId: z.string(), findings: z.string() }),
  'settlement.break-opened': z.object({ businessDate: z.string(), class: z.string(), subject: z.string() }),
} as const satisfies Record<string, z.ZodObject>;

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.output<(typeof events)[N]>;
export const eventNames = Object.keys(events) as EventName[];

/** What a consumer's webhook body looks like. `sequence` orders the events of one entity; `eventId` deduplicates. */
export const EventEnvelope = z.object({
  eventId: z.uuid(),
  eventType: z.enum(eventNames),
  entityId: z.string(),
  sequence: z.number().int(),
  createdAt: z.iso.datetime({ offset: true }),
  data: z.record(z.string(), z.unknown()),
});
