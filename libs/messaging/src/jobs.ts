import { z } from 'zod';

type JobSpec = {
  queue: string;
  attempts: number;
  minutesMax: number;
  data: z.ZodObject<Record<string, z.ZodType<string>>>;
};
const define = <const J extends Record<string, JobSpec>>(jobs: J): J => jobs;

// prettier-ignore
/**
 * Every job that crosses a process boundary. Job data holds ids only: the database holds the facts, and Redis is unencrypted.
 * Names are permanent: to rename a job, add the new name, drain the old one, delete it. `minutesMax`: a run that lasts longer
 * counts as hanging; the job is retried.
 */
export const jobs = define({
  'payment.observe':         { queue: 'payments',    attempts: 20, minutesMax: 5,   data: z.object({ paymentKey: z.string() }) },
  'payment-order.observe':   { queue: 'payments',    attempts: 20, minutesMax: 5,   data: z.object({ orderId: z.string() }) },
  'payment-cancel.observe':  { queue: 'payments',    attempts: 20, minutesMax: 5,   data: z.object({ cancelId: z.uuid() }) },
  'payment-cancel.find':     { queue: 'payments',    attempts: 20, minutesMax: 5,   data: z.object({ transactionKey: z.string() }) },
  'ars-reservation.observe': { queue: 'payments',    attempts: 20, minutesMax: 5,   data: z.object({ reservationId: z.string() }) },
  'link-order.observe':      { queue: 'payments',    attempts: 20, minutesMax: 5,   data: z.object({ orderKey: z.string() }) },
  'split.apply':             { queue: 'payments',    attempts: 20, minutesMax: 30,  data: z.object({ splitId: z.uuid() }) },
  'split-payments.retry':    { queue: 'payments',    attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'seller.register':         { queue: 'sellers',     attempts: 20, minutesMax: 5,   data: z.object({ sellerId: z.string() }) },
  'seller.observe':          { queue: 'sellers',     attempts: 20, minutesMax: 5,   data: z.object({ providerSellerId: z.string() }) },
  'settlement.reconcile':    { queue: 'settlements', attempts: 20, minutesMax: 360, data: z.object({ businessDate: z.iso.date() }) },
  'month.close':             { queue: 'settlements', attempts: 20, minutesMax: 60,  data: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) }) },
  'month-tables.make':       { queue: 'settlements', attempts: 20, minutesMax: 30,  data: z.object({ date: z.iso.date() }) },
  'settlement.run-by-hand':  { queue: 'settlements', attempts: 20, minutesMax: 360, data: z.object({ runId: z.uuid() }) },
  'payout-run.draft':        { queue: 'payouts',     attempts: 20, minutesMax: 120, data: z.object({ businessDate: z.iso.date() }) },
  'payout-run.dispatch':     { queue: 'payouts',     attempts: 20, minutesMax: 120, data: z.object({ runId: z.uuid() }) },
  'payout-run.expire':       { queue: 'payouts',     attempts: 20, minutesMax: 30,  data: z.object({ runId: z.uuid() }) },
  'payout-run.release':      { queue: 'payouts',     attempts: 20, minutesMax: 60,  data: z.object({ runId: z.uuid() }) },
  'payout-batch.send':       { queue: 'payouts',     attempts: 20, minutesMax: 5,   data: z.object({ batchId: z.uuid() }) },
  'payout-batch.resolve':    { queue: 'payouts',     attempts: 20, minutesMax: 30,  data: z.object({ batchId: z.uuid() }) },
  'payout.observe':          { queue: 'payouts',     attempts: 20, minutesMax: 5,   data: z.object({ providerPayoutId: z.string() }) },
  'statement-mail.send':     { queue: 'statements',  attempts: 20, minutesMax: 30,  data: z.object({ mailId: z.uuid() }) },
  'payment-deadlines.track': { queue: 'cash',        attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'provider-balance.read':   { queue: 'cash',        attempts: 20, minutesMax: 5,   data: z.object({ date: z.iso.date() }) },
  'payment-data.keep':       { queue: 'payments',    attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'seller-data.keep':        { queue: 'sellers',     attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'statement-data.keep':     { queue: 'statements',  attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'listing-data.keep':       { queue: 'settlements', attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'webhook-data.keep':       { queue: 'deliveries',  attempts: 20, minutesMax: 120, data: z.object({ date: z.iso.date() }) },
  'webhook-bodies.erase':    { queue: 'deliveries',  attempts: 20, minutesMax: 5,   data: z.object({ paymentKey: z.string() }) },
  'webhook.deliver':         { queue: 'deliveries',  attempts: 20, minutesMax: 5,   data: z.object({ eventId: z.uuid() }) },
});

export type JobName = keyof typeof jobs;
export type JobData<N extends JobName> = z.output<(typeof jobs)[N]['data']>;
export type QueueName = (typeof jobs)[JobName]['queue'];
export type JobsOf<Q extends QueueName> = { [N in JobName]: (typeof jobs)[N]['queue'] extends Q ? N : never }[JobName];
/** The handlers of one queue: a worker without a handler for one of its jobs does not compile. */
export type Handlers<Q extends QueueName> = { [N in JobsOf<Q>]: (data: JobData<N>) => Promise<void> };

/** The service whose workers run the jobs of each queue. */
export const queueOwners = {
  payments: 'payments-gateway',
  sellers: 'seller-onboarding',
  settlements: 'settlement-reconciler',
  payouts: 'payout-scheduler',
  statements: 'payout-scheduler',
  cash: 'payout-scheduler',
  deliveries: 'webhook-ingestor',
} as const satisfies Record<QueueName, string>;
export type QueueOwner = (typeof queueOwners)[QueueName];

/** The names of the jobs that the workers of a service run. */
export const jobsRunBy = (service: QueueOwner): JobName[] =>
  jobNames.filter((name) => queueOwners[jobs[name].queue] === service);

export const jobNames = Object.keys(jobs) as JobName[];
export const queueNames = [...new Set(jobNames.map((name) => jobs[name].queue))] as readonly QueueName[];
