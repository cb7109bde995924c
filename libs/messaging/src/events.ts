import { z } from 'zod';

/**
 * Events for other teams, delivered as signed webhooks: facts, in the past tense. Bodies contain ids and states, no account
 * numbers or names.
 */
export const events = {
  'payment.approved': z.object({ paymentId: z.string(), orderId: z.string(), amount: z.string() }),
  /** `status`: waiting (a virtual account waits for a deposit), expired, or voided (canceled before any deposit). */
  'payment.changed': z.object({ paymentId: z.string(), orderId: z.string(), status: z.string() }),
  /** A buyer's money without a registered order that fits. `reason`: NO_ORDER, AMOUNT_DIFFERS, FOREIGN_CURRENCY, ORDER_PAID, SPLIT_… */
  'payment.unallocated': z.object({
    paymentId: z.string(),
    orderId: z.string(),
    amount: z.string(),
    currency: z.string(),
    reason: z.string(),
  }),
  /** Unallocated money was moved to the sellers of its order. */
  'payment.allocated': z.object({ paymentId: z.string(), orderId: z.string(), amount: z.string() }),
  /** The provider could not transfer a refund to the buyer's bank account: the market owes the buyer the money. */
  'refund.failed': z.object({ paymentId: z.string(), orderId: z.string(), cancelId: z.string(), amount: z.string() }),
  'payment.canceled': z.object({
    paymentId: z.string(),
    orderId: z.string(),
    cancelId: z.string(),
    amount: z.string(),
  }),
  'seller.changed': z.object({ sellerId: z.string(), status: z.string() }),
  /**
   * A seller's bank account was replaced. `waiting`: nothing is paid before a person has confirmed the account, or before
   * `payableFrom` (null: only a person ends the wait). The account number is masked.
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
    /**
     * What makes the payout succeed later: `retry`: time; `seller_must_act`: the seller; `terminal`: nothing. Null unless the
     * payout failed.
     */
    failureClass: z.string().nullable(),
    /** EXPRESS: paid on the day of sending; SCHEDULED: on payoutDate; null: the payout never reached a batch. */
    scheduleType: z.string().nullable(),
    payoutDate: z.string().nullable(),
  }),
  /** The date of a payout differs from its statement's date, or from the date in an earlier event. */
  'payout.rescheduled': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    scheduleType: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  /**
   * Only people can decide about this payout: the provider's answers and listings contradict each other. Its money stays
   * reserved.
   */
  'payout.parked': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    amount: z.string(),
  }),
  /** Retrying cannot help: the seller is held until a person has looked. */
  'payout.failed-for-good': z.object({
    payoutId: z.string(),
    sellerId: z.string(),
    runId: z.string(),
    amount: z.string(),
    code: z.string(),
  }),
  /** A seller under review is close to the weekly limit. `due`: payable now, or maturing within seven days. */
  'seller.payout-limit-near': z.object({
    sellerId: z.string(),
    week: z.string(),
    limit: z.string(),
    used: z.string(),
    due: z.string(),
  }),
  /**
   * The weekly limit keeps money back. `fitsOn`: the date from which all of the money may be paid; null: beyond the forecast.
   */
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
  /** A person gave won to a seller (positive amount) or took won from the seller; `toDebt`: what the seller owes by this. */
  'seller.adjusted': z.object({
    adjustmentId: z.string(),
    sellerId: z.string(),
    amount: z.string(),
    toDebt: z.string(),
  }),
  /** A seller paid debt back beside the provider. */
  'seller.debt-repaid': z.object({ repaymentId: z.string(), sellerId: z.string(), amount: z.string() }),
  /** `status` draft: the run waits for a person; approved: the self-approval policy approved the run. */
  'payout-run.drafted': z.object({
    runId: z.string(),
    businessDate: z.string(),
    status: z.string(),
    amount: z.string(),
  }),
  /** The run's content is not the approved content: nothing more is sent until a person has looked. */
  'payout-run.stopped': z.object({ runId: z.string(), businessDate: z.string() }),
  /**
   * The provider's balance does not cover the `waiting` won. `missing` is null when the provider refused without naming the
   * amount.
   */
  'payout-run.waiting-for-balance': z.object({
    runId: z.string(),
    waiting: z.string(),
    missing: z.string().nullable(),
    retryAt: z.string(),
  }),
  /** Order lines whose legal payment deadline passed while money was still owed; the first date after the deadline. */
  'payment-deadline.breached': z.object({ businessDate: z.string(), lines: z.string(), amount: z.string() }),
  /** Order lines that are due by `dueBy` and still owed. */
  'payment-deadline.near': z.object({
    businessDate: z.string(),
    dueBy: z.string(),
    lines: z.string(),
    amount: z.string(),
  }),
  /** The balance at the provider is below the amount that a chosen rule requires to be kept apart. */
  'segregation.short': z.object({
    businessDate: z.string(),
    rule: z.string(),
    required: z.string(),
    missing: z.string(),
  }),
  /** The provider refuses every batch because of our keys, connection or calendar: a person must look. */
  'payout-run.blocked': z.object({ runId: z.string(), code: z.string(), retryAt: z.string() }),
  /**
   * A limit (RUN_CAP, DAY_CAP or DUPLICATE_RUN) stops the rest of the run until a person lets the run pass, or the day ends.
   */
  'payout-run.paused': z.object({ runId: z.string(), businessDate: z.string(), reason: z.string() }),
  /** A person stopped all sending. `decisionId` numbers the decisions about dispatch. */
  'dispatch.halted': z.object({ decisionId: z.string() }),
  /** All sending was resumed. */
  'dispatch.resumed': z.object({ decisionId: z.string() }),
  /** The provider has payouts that our records lack: nothing is sent until a person has looked. */
  'dispatch.locked': z.object({ decisionId: z.string(), findings: z.string() }),
  'settlement.break-opened': z.object({ businessDate: z.string(), class: z.string(), subject: z.string() }),
  /** A difference that was settled or gone is found again, with other facts, or a person took its settlement back. */
  'settlement.break-reopened': z.object({ businessDate: z.string(), class: z.string(), subject: z.string() }),
  /** A person explained, adjusted or forced a difference: `state` says which. */
  'settlement.break-settled': z.object({
    businessDate: z.string(),
    class: z.string(),
    subject: z.string(),
    state: z.string(),
  }),
  /** An open difference was not settled until its due date. */
  'settlement.break-overdue': z.object({
    businessDate: z.string(),
    class: z.string(),
    subject: z.string(),
    severity: z.string(),
    dueAt: z.string(),
  }),
  /**
   * Nothing more is sent to an endpoint, because it failed for days (FAILING) or answered 410 (GONE). Its events wait until a
   * person resumes it.
   */
  'webhook-endpoint.paused': z.object({ endpointId: z.string(), because: z.string() }),
  /** Sent to one endpoint when a person asks for a test. */
  'webhook.test': z.object({ endpointId: z.string() }),
} as const satisfies Record<string, z.ZodObject>;

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.output<(typeof events)[N]>;
export const eventNames = Object.keys(events) as EventName[];

/** The events that an endpoint may subscribe to: a test goes to the endpoint that it is for. */
export type SubscribableEvent = Exclude<EventName, 'webhook.test'>;
export const subscribableEvents = eventNames.filter((name): name is SubscribableEvent => name !== 'webhook.test');

/** The body of a webhook to a consumer. `sequence` orders the events of one entity; use `eventId` to drop duplicates. */
export const EventEnvelope = z.object({
  eventId: z.uuid(),
  eventType: z.enum(eventNames),
  entityId: z.string(),
  sequence: z.number().int(),
  createdAt: z.iso.datetime({ offset: true }),
  data: z.record(z.string(), z.unknown()),
});

/**
 * The data of an event: the members that its type declares, without others. Converts bigint to text, which JSON lacks; changes
 * no other value. Never throws.
 */
export function dataOfEvent(
  type: EventName,
  facts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const fields = Object.keys(events[type].shape).filter((field) => Object.hasOwn(facts, field));
  return Object.fromEntries(fields.map((field) => [field, plain(facts[field])]));
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** Whether an event's data fits its type. True for an unknown type: a newer release wrote that event and knows its schema. */
export const isDeliverable = (type: string, data: unknown): boolean =>
  !Object.hasOwn(events, type) || events[type as EventName].safeParse(data).success;
