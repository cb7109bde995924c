import {
  accountChangeMachine,
  breakStates,
  paymentMachine,
  payoutMachine,
  type PayoutRunState,
  sellerMachine,
  writeOffMachine,
} from '@jeongsan/state-machines';
import { z } from 'zod';
import {
  breakCodes,
  pauseCauses,
  payoutFailureClasses,
  payoutSchedules,
  runLimits,
  severities,
  unallocatedReasons,
} from './event-values.js';

/** Whole won, or minor units of another currency, as digits: JSON numbers of some languages would round them. */
const Amount = z.string().regex(/^-?\d+$/);
const Count = z.string().regex(/^\d+$/);
const Day = z.iso.date();
const At = z.iso.datetime({ offset: true });

const paymentMoney = z.object({ paymentId: z.string(), orderId: z.string(), amount: Amount });
const cancelMoney = paymentMoney.extend({ cancelId: z.string() });
const payout = z.object({ payoutId: z.string(), sellerId: z.string(), runId: z.string() });
const aBreak = z.object({ businessDate: Day, class: z.enum(breakCodes), subject: z.string() });
const dispatchDecision = z.object({ decisionId: z.string().describe('Numbers the decisions about dispatch') });

/** The states in which a run is drafted: `approved` by the self-approval policy. */
const draftedStates = ['draft', 'approved'] as const satisfies readonly PayoutRunState[];

/**
 * Events for other teams, delivered as signed webhooks: facts, in the past tense. Bodies contain ids and states, no account
 * numbers or names. `eventNotes` says what each event means. States and reasons are closed lists, those of the tables that decide.
 */
export const events = {
  'payment.approved': paymentMoney,
  'payment.changed': paymentMoney.omit({ amount: true }).extend({ status: z.enum(paymentMachine.states) }),
  'payment.unallocated': paymentMoney.extend({ currency: z.string(), reason: z.enum(unallocatedReasons) }),
  'payment.allocated': paymentMoney,
  'refund.failed': cancelMoney,
  'payment.canceled': cancelMoney,
  'seller.changed': z.object({ sellerId: z.string(), status: z.enum(sellerMachine.states) }),
  'seller.account-changed': z.object({
    changeId: z.string(),
    sellerId: z.string(),
    status: z.enum(accountChangeMachine.states),
    bankCode: z.string(),
    accountNumber: z.string().describe('Masked'),
    payableFrom: At.nullable().describe('Null: only a person ends the wait'),
  }),
  'payout.changed': payout.extend({
    status: z.enum(payoutMachine.states),
    amount: Amount,
    failureCode: z.string().nullable().describe('As the provider or a bank named it: not a closed list'),
    failureClass: z
      .enum(payoutFailureClasses)
      .nullable()
      .describe('What makes the payout succeed later: retry: time; seller_must_act: the seller; terminal: nothing'),
    scheduleType: z
      .enum(payoutSchedules)
      .nullable()
      .describe(
        'EXPRESS: paid on the day of sending; SCHEDULED: on payoutDate; null: the payout never reached a batch',
      ),
    payoutDate: Day.nullable(),
  }),
  'payout.rescheduled': payout.extend({ scheduleType: z.enum(payoutSchedules), from: Day, to: Day }),
  'payout.parked': payout.extend({ amount: Amount }),
  'payout.failed-for-good': payout.extend({ amount: Amount, code: z.string() }),
  'seller.payout-limit-near': z.object({
    sellerId: z.string(),
    week: Day.describe('The Monday of the week'),
    limit: Amount,
    used: Amount,
    due: Amount.describe('Payable now, or maturing within seven days'),
  }),
  'seller.payout-limit-reached': z.object({
    sellerId: z.string(),
    week: Day.describe('The Monday of the week'),
    limit: Amount,
    used: Amount,
    waiting: Amount,
    fitsOn: Day.nullable().describe('The date from which all of the money may be paid; null: beyond the forecast'),
  }),
  'debt-write-off.changed': z.object({
    writeOffId: z.string(),
    sellerId: z.string(),
    status: z.enum(writeOffMachine.states),
    amount: Amount,
  }),
  'seller.adjusted': z.object({
    adjustmentId: z.string(),
    sellerId: z.string(),
    amount: Amount.describe('Positive: the seller got won; negative: the seller lost won'),
    toDebt: Amount.describe('What the seller owes by this'),
  }),
  'seller.debt-repaid': z.object({ repaymentId: z.string(), sellerId: z.string(), amount: Amount }),
  'payout-run.drafted': z.object({
    runId: z.string(),
    businessDate: Day,
    status: z.enum(draftedStates).describe('draft: the run waits for a person; approved: by the self-approval policy'),
    amount: Amount,
  }),
  'payout-run.stopped': z.object({ runId: z.string(), businessDate: Day }),
  'payout-run.waiting-for-balance': z.object({
    runId: z.string(),
    waiting: Amount,
    missing: Amount.nullable().describe('Null: the provider refused without naming the amount'),
    retryAt: At,
  }),
  'payment-deadline.breached': z.object({ businessDate: Day, lines: Count, amount: Amount }),
  'payment-deadline.near': z.object({ businessDate: Day, dueBy: Day, lines: Count, amount: Amount }),
  'segregation.short': z.object({ businessDate: Day, rule: z.string(), required: Amount, missing: Amount }),
  'payout-run.blocked': z.object({ runId: z.string(), code: z.string(), retryAt: At }),
  'payout-run.paused': z.object({ runId: z.string(), businessDate: Day, reason: z.enum(runLimits) }),
  'dispatch.halted': dispatchDecision,
  'dispatch.resumed': dispatchDecision,
  'dispatch.locked': dispatchDecision.extend({ findings: Count }),
  'settlement.break-opened': aBreak,
  'settlement.break-reopened': aBreak,
  'settlement.break-settled': aBreak.extend({ state: z.enum(breakStates.excepted) }),
  'settlement.break-overdue': aBreak.extend({ severity: z.enum(severities), dueAt: At }),
  'webhook-endpoint.paused': z.object({ endpointId: z.string(), because: z.enum(pauseCauses) }),
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
