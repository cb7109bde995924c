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
  /**
   * A seller is to be paid to another account. `waiting` calls for a person: nothing is paid before one has confirmed it, or before
   * `payableFrom` (null: only a person ends the wait). The account is masked.
   */
  'seller.account-changed': z.object({
    changeId: z.string(),
    sellerId: z.string(),
    status: z.string(),
    bankCode: z.string(),
    accountNumber: z.string(),
    payableFrom: z.string().nullable(),
  }),
  'payout.changed': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    status: z.string(),
    amount: z.string(),
    failureCode: z.string().nullable(),
    /** Who can make it succeed: retry (time), seller_must_act, terminal (nobody); null unless it failed. */
    failureClass: z.string().nullable(),
    /** EXPRESS: within the day; SCHEDULED: on payoutDate. Null when it never reached a batch. */
    scheduleType: z.string().nullable(),
    payoutDate: z.string().nullable(),
  }),
  /** A payout goes out on another day than its statement, or an earlier notice, said. */
  'payout.rescheduled': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    scheduleType: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  /** Nothing but people ends what is between us and the provider about this payout. Its money stays reserved. */
  'payout.parked': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    amount: z.string(),
  }),
  /** Trying again cannot help: the seller is on hold until a person has looked. */
  'payout.failed-for-good': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    amount: z.string(),
    code: z.string(),
  }),
  /** Under review, and close to what may be paid in a week. `due`: payable, and maturing within seven days. */
  'seller.payout-limit-near': z.object({
    sellerId: z.string(),
    week: z.string(),
    limit: z.string(),
    used: z.string(),
    due: z.string(),
  }),
  /** The weekly limit keeps money back. `fitsOn`: the date from which all of it may be paid, null when that is beyond the forecast. */
  'seller.payout-limit-reached': z.object({
    sellerId: z.string(),
    week: z.string(),
    limit: z.string(),
    used: z.string(),
    waiting: z.string(),
    fitsOn: z.string().nullable(),
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
  /** The provider's balance does not cover what is `waiting`. `missing` is null where the provider refused and did not say. */
  'payout-run.waiting-for-balance': z.object({
    runId: z.string(),
    waiting: z.string(),
    missing: z.string().nullable(),
    retryAt: z.string(),
  }),
  /** The provider refuses every batch for a reason of ours (keys, connection, calendar): a person must look. */
  'payout-run.blocked': z.object({ runId: z.string(), code: z.string(), retryAt: z.string() }),
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

/** What an event says of these facts: the fields of its type and no other. Throws for nothing, and changes no value but a bigint, which JSON lacks. */
export function told(type: EventName, facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.keys(events[type].shape).filter((field) => Object.hasOwn(facts, field));
  return Object.fromEntries(fields.map((field) => [field, plain(facts[field])]));
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** Whether an event may go out. One of a type that a newer release wrote may: that release knows its shape. */
export const isTellable = (type: string, data: unknown): boolean =>
  !Object.hasOwn(events, type) || events[type as EventName].safeParse(data).success;
