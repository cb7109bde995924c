import type { EventData, EventName } from './events.js';

const [paymentId, orderId] = ['0193a1c4-7b7e-7c11-8a55-2f4f4d3e5a10', 'order-20261120-1'];
const [runId, payoutId] = ['0193a1c4-7b7e-7c11-8a55-2f4f4d3e5a11', '0193a1c4-7b7e-7c11-8a55-2f4f4d3e5a12'];
const id = '0193a1c4-7b7e-7c11-8a55-2f4f4d3e5a13';
const sellerId = 'acme';
const businessDate = '2026-11-20';
const money = { paymentId, orderId, amount: '10000' };
const aPayout = { payoutId, sellerId, runId };
const week = { sellerId, week: '2026-11-16', limit: '10000000', used: '9000000' };
const aBreak = { businessDate, class: 'PAYOUT_AMOUNT', subject: 'payout-20261120-1' } as const;

/** `about`: what the event means, for the reader of its schema. `example`: data as it may come. */
type Note<N extends EventName> = Readonly<{ about: string; example: EventData<N> }>;

// prettier-ignore
/** What each event means, with an example. An event without a note does not compile. */
export const eventNotes = {
  'payment.approved':      { about: 'A buyer has paid a registered order.', example: money },
  'payment.changed': {
    about: 'A payment changed without money. status: waiting (a virtual account waits for a deposit), expired, or voided (canceled before any deposit).',
    example: { paymentId, orderId, status: 'waiting' },
  },
  'payment.unallocated': {
    about: "A buyer's money without a registered order that fits; reason says why. amount is in minor units of currency.",
    example: { ...money, currency: 'KRW', reason: 'NO_ORDER' },
  },
  'payment.allocated':     { about: 'Unallocated money was moved to the sellers of its order.', example: money },
  'refund.failed': {
    about: "The provider could not transfer a refund to the buyer's bank account: the market owes the buyer the money.",
    example: { ...money, cancelId: id },
  },
  'payment.canceled':      { about: 'Money went back to the buyer.', example: { ...money, cancelId: id } },
  'seller.changed':        { about: 'A seller is in another state: status says what the provider allows the seller.', example: { sellerId, status: 'approved' } },
  'seller.account-changed': {
    about: "A seller's bank account was replaced. waiting: nothing is paid before a person has confirmed the account, or before payableFrom.",
    example: { changeId: id, sellerId, status: 'waiting', bankCode: '088', accountNumber: '110*****6789', payableFrom: '2026-11-23T00:00:00.000Z' },
  },
  'payout.changed': {
    about: 'A payout is in another state.',
    example: { ...aPayout, status: 'failed', amount: '9700', failureCode: 'INVALID_ACCOUNT_NUMBER', failureClass: 'seller_must_act', scheduleType: 'EXPRESS', payoutDate: businessDate },
  },
  'payout.rescheduled': {
    about: "The date of a payout differs from its statement's date, or from the date in an earlier event.",
    example: { ...aPayout, scheduleType: 'SCHEDULED', from: businessDate, to: '2026-11-23' },
  },
  'payout.parked': {
    about: "Only people can decide about this payout: the provider's answers and listings contradict each other. Its money stays reserved.",
    example: { ...aPayout, amount: '9700' },
  },
  'payout.failed-for-good': {
    about: 'Retrying cannot help: the seller is held until a person has looked.',
    example: { ...aPayout, amount: '9700', code: 'RESTRICTED_ACCOUNT' },
  },
  'seller.payout-limit-near':    { about: 'A seller under review is close to the weekly limit.', example: { ...week, due: '900000' } },
  'seller.payout-limit-reached': { about: 'The weekly limit keeps money of a seller back.', example: { ...week, waiting: '2000000', fitsOn: '2026-11-23' } },
  'debt-write-off.changed':      { about: "A request to write off a seller's debt was made or decided.", example: { writeOffId: id, sellerId, status: 'approved', amount: '5000' } },
  'seller.adjusted':             { about: 'A person gave won to a seller, or took won from the seller.', example: { adjustmentId: id, sellerId, amount: '-5000', toDebt: '0' } },
  'seller.debt-repaid':          { about: 'A seller paid debt back beside the provider.', example: { repaymentId: id, sellerId, amount: '5000' } },
  'payout-run.drafted':          { about: 'A payout run was drafted.', example: { runId, businessDate, status: 'draft', amount: '1250000' } },
  'payout-run.stopped': {
    about: "The run's content is not the approved content: nothing more is sent until a person has looked.",
    example: { runId, businessDate },
  },
  'payout-run.waiting-for-balance': {
    about: "The provider's balance does not cover the won of the run that wait.",
    example: { runId, waiting: '1250000', missing: '250000', retryAt: '2026-11-20T02:10:00.000Z' },
  },
  'payment-deadline.breached': {
    about: 'The legal payment deadline of order lines passed while money was still owed; businessDate is the first date after the deadline.',
    example: { businessDate, lines: '3', amount: '45000' },
  },
  'payment-deadline.near':  { about: 'Order lines that are due by dueBy and still owed.', example: { businessDate, dueBy: '2026-11-25', lines: '3', amount: '45000' } },
  'segregation.short': {
    about: 'The balance at the provider is below the amount that a chosen rule requires to be kept apart.',
    example: { businessDate, rule: 'market-choice', required: '50000000', missing: '1200000' },
  },
  'payout-run.blocked': {
    about: 'The provider refuses every batch because of our keys, connection or calendar: a person must look.',
    example: { runId, code: 'UNAUTHORIZED_KEY', retryAt: '2026-11-20T02:10:00.000Z' },
  },
  'payout-run.paused': {
    about: 'A limit stops the rest of the run until a person lets the run pass, or the day ends.',
    example: { runId, businessDate, reason: 'RUN_CAP' },
  },
  'dispatch.halted':   { about: 'A person stopped all sending.', example: { decisionId: '41' } },
  'dispatch.resumed':  { about: 'All sending was resumed.', example: { decisionId: '42' } },
  'dispatch.locked': {
    about: 'The provider has payouts that our records lack: nothing is sent until a person has looked.',
    example: { decisionId: '43', findings: '2' },
  },
  'settlement.break-opened':   { about: 'A difference between the records of one movement of money was found.', example: aBreak },
  'settlement.break-reopened': {
    about: 'A difference that was settled or gone is found again, with other facts, or a person took its settlement back.',
    example: aBreak,
  },
  'settlement.break-settled':  { about: 'A person explained, adjusted or forced a difference: state says which.', example: { ...aBreak, state: 'ADJUSTED' } },
  'settlement.break-overdue': {
    about: 'An open difference was not settled until its due date.',
    example: { ...aBreak, severity: 'HIGH', dueAt: '2026-11-23T09:00:00.000Z' },
  },
  'webhook-endpoint.paused': {
    about: 'Nothing more is sent to an endpoint, because it failed for days (FAILING) or answered 410 (GONE). Its events wait until a person resumes it.',
    example: { endpointId: id, because: 'FAILING' },
  },
  'webhook.test':      { about: 'Sent to one endpoint when a person asks for a test.', example: { endpointId: id } },
} as const satisfies { [N in EventName]: Note<N> };
