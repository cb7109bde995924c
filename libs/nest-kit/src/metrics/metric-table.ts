/** The apps that show metrics: `services` have a database, `all` are these, the front door and the sandbox. */
export type MetricOwner =
  | 'all'
  | 'services'
  | 'payments-gateway'
  | 'webhook-ingestor'
  | 'settlement-reconciler'
  | 'payout-scheduler'
  | 'seller-onboarding'
  | 'provider';

type MetricRow = Readonly<{
  type: 'gauge' | 'counter' | 'histogram';
  /** What 1 is one of; `won`: a sum of money, `0 or 1`: an answer. */
  unit: string;
  labels: readonly string[];
  /** Who shows the metric. `provider`: the services that call the provider. */
  owner: MetricOwner;
  meaning: string;
}>;

const define = <const M extends Record<string, MetricRow>>(rows: M): M => rows;

// prettier-ignore
/**
 * Every metric of the house. A metric is made by its name alone, so that a name which is not here does not compile, and
 * docs/operations/metrics.md is this table. Names are permanent: alerts and dashboards outside of this repository use them.
 * Labels have few values: states, reasons and codes of ours, ids of endpoints; never a person, an order or an address.
 */
export const metricTable = define({
  // Payouts and runs
  payouts_open:                     { type: 'gauge', unit: 'payouts', labels: ['state'], owner: 'payout-scheduler', meaning: 'Payouts that have not ended, by state' },
  payouts_open_won:                 { type: 'gauge', unit: 'won', labels: ['state'], owner: 'payout-scheduler', meaning: 'Their amounts, by state' },
  payouts_drafted:                  { type: 'gauge', unit: 'payouts', labels: ['state'], owner: 'payout-scheduler', meaning: 'Payouts drafted in the last 48 hours, by the state that they have now' },
  payouts_drafted_won:              { type: 'gauge', unit: 'won', labels: ['state'], owner: 'payout-scheduler', meaning: 'Their amounts, by state' },
  payout_unknown_oldest_seconds:    { type: 'gauge', unit: 'seconds', labels: [], owner: 'payout-scheduler', meaning: 'Time since the oldest payout without a known outcome was sent; 0: there is none' },
  payout_runs:                      { type: 'gauge', unit: 'runs', labels: ['state'], owner: 'payout-scheduler', meaning: 'Runs that are not over, by state' },
  payout_run_oldest_seconds:        { type: 'gauge', unit: 'seconds', labels: ['state'], owner: 'payout-scheduler', meaning: 'Age of the oldest run in each state, since it was drafted, or approved for the states after that; 0: there is none' },
  payout_run_approval_due_seconds:  { type: 'gauge', unit: 'seconds', labels: [], owner: 'payout-scheduler', meaning: 'Time until DISPATCH_AT of the earliest run that waits for approval, negative afterwards; absent: none waits' },
  payout_runs_paused:               { type: 'gauge', unit: 'runs', labels: ['reason'], owner: 'payout-scheduler', meaning: 'Runs that a limit keeps, by `pausedBy` (RUN_CAP, DAY_CAP, DUPLICATE_RUN)' },
  dispatch_stopped_seconds:         { type: 'gauge', unit: 'seconds', labels: ['because'], owner: 'payout-scheduler', meaning: 'How long all sending is stopped: halted by a person, or locked by the guard; 0: it is not' },
  provider_findings_open:           { type: 'gauge', unit: 'findings', labels: [], owner: 'payout-scheduler', meaning: "Payouts of the provider that the books lack or know otherwise, and that nobody has acknowledged" },
  held_won:                         { type: 'gauge', unit: 'won', labels: ['reason'], owner: 'payout-scheduler', meaning: 'Payable money under open holds, by reason; money under two reasons counts for both' },
  held_sellers:                     { type: 'gauge', unit: 'sellers', labels: ['reason'], owner: 'payout-scheduler', meaning: 'Sellers with an open hold, by reason; reasons beyond the 20 largest count as OTHER' },
  // Cash and the law
  cash_free_won:                    { type: 'gauge', unit: 'won', labels: [], owner: 'payout-scheduler', meaning: 'Money at the provider that no payout has taken' },
  cash_needed_won:                  { type: 'gauge', unit: 'won', labels: [], owner: 'payout-scheduler', meaning: 'Payouts of drafted, approved and running runs that are not sent yet' },
  cash_missing_won:                 { type: 'gauge', unit: 'won', labels: [], owner: 'payout-scheduler', meaning: 'By how much the free money is short of them; 0: it covers them' },
  segregation_missing_won:          { type: 'gauge', unit: 'won', labels: ['rule'], owner: 'payout-scheduler', meaning: 'What the balance at the provider lacks of the amount to keep apart, by rule, on the last measured date' },
  payment_deadline_overdue_lines:   { type: 'gauge', unit: 'lines', labels: [], owner: 'payout-scheduler', meaning: 'Order lines whose legal payment deadline is over and that are still owed' },
  payment_deadline_ahead_lines:     { type: 'gauge', unit: 'lines', labels: ['days'], owner: 'payout-scheduler', meaning: 'Order lines still owed whose legal deadline is within 3, or 7, days from today' },
  payment_deadline_ahead_won:       { type: 'gauge', unit: 'won', labels: ['days'], owner: 'payout-scheduler', meaning: 'What is owed for them' },
  calendar_known_days:              { type: 'gauge', unit: 'days', labels: [], owner: 'all', meaning: 'Days from today to the last day whose public holidays are known' },
  // Money in
  unallocated_payments:             { type: 'gauge', unit: 'payments', labels: ['because'], owner: 'payments-gateway', meaning: 'Payments with money of a buyer that belongs to no order, by `because`' },
  unallocated_won:                  { type: 'gauge', unit: 'won', labels: ['because'], owner: 'payments-gateway', meaning: 'What is left of their amounts; other currencies than won count as 0' },
  unallocated_oldest_seconds:       { type: 'gauge', unit: 'seconds', labels: [], owner: 'payments-gateway', meaning: 'Time since the oldest of them was paid; 0: there is none' },
  payments_unanswered:              { type: 'gauge', unit: 'payments', labels: [], owner: 'payments-gateway', meaning: 'Payments that were sent to the provider for confirmation and have no outcome yet' },
  payment_unanswered_oldest_seconds:{ type: 'gauge', unit: 'seconds', labels: [], owner: 'payments-gateway', meaning: 'Age of the oldest of them; 0: there is none' },
  gateway_contradictions_total:     { type: 'counter', unit: 'payments', labels: ['kind'], owner: 'payments-gateway', meaning: 'Payments where the provider and our books say different things, and nothing was booked' },
  // Reconciliation
  breaks_open:                      { type: 'gauge', unit: 'breaks', labels: ['class', 'severity'], owner: 'settlement-reconciler', meaning: 'Open breaks, by class and by severity now' },
  breaks_open_won:                  { type: 'gauge', unit: 'won', labels: ['class'], owner: 'settlement-reconciler', meaning: 'Their amounts without signs; breaks without an amount in won count as 0' },
  break_oldest_seconds:             { type: 'gauge', unit: 'seconds', labels: ['class'], owner: 'settlement-reconciler', meaning: 'Age of the oldest open break of each class' },
  proof_days_behind:                { type: 'gauge', unit: 'days', labels: [], owner: 'settlement-reconciler', meaning: 'Days from the date of the last nightly proof to today; 0: the proof of this night is there; absent: there was never one' },
  proof_age_seconds:                { type: 'gauge', unit: 'seconds', labels: [], owner: 'settlement-reconciler', meaning: 'Time since the last proof was signed; absent: there was never one' },
  proof_unproven:                   { type: 'gauge', unit: '0 or 1', labels: [], owner: 'settlement-reconciler', meaning: '1: the last nightly proof says UNPROVEN' },
  ledger_verification_age_seconds:  { type: 'gauge', unit: 'seconds', labels: [], owner: 'settlement-reconciler', meaning: 'Time since the ledger was last verified and found sound; absent: never' },
  // Webhooks in and out
  inbox_looks:                      { type: 'gauge', unit: 'looks', labels: ['state'], owner: 'webhook-ingestor', meaning: "Looks that the provider's webhooks asked for and that are not done: waiting, due or dead" },
  inbox_look_oldest_seconds:        { type: 'gauge', unit: 'seconds', labels: [], owner: 'webhook-ingestor', meaning: 'How long the oldest of them is due; 0: none is' },
  provider_webhooks_total:          { type: 'counter', unit: 'webhooks', labels: ['event', 'outcome'], owner: 'webhook-ingestor', meaning: 'Webhooks of the provider, by type and by what became of them' },
  provider_webhook_bytes:           { type: 'gauge', unit: 'bytes', labels: ['pool'], owner: 'webhook-ingestor', meaning: 'Bytes of webhooks that are being read or wait to be stored, by the pool they are counted in' },
  webhook_endpoints:                { type: 'gauge', unit: 'endpoints', labels: ['state'], owner: 'webhook-ingestor', meaning: 'Endpoints of consumers: active, paused (nothing is sent) or failing (nothing arrives)' },
  endpoint_failing_seconds:         { type: 'gauge', unit: 'seconds', labels: ['endpoint_id'], owner: 'webhook-ingestor', meaning: 'How long no event has arrived at an endpoint, by its id; the 50 longest' },
  deliveries_pending:               { type: 'gauge', unit: 'deliveries', labels: ['endpoint_id'], owner: 'webhook-ingestor', meaning: 'Events that an endpoint has not taken yet, by its id; the 50 largest' },
  delivery_late_seconds:            { type: 'gauge', unit: 'seconds', labels: [], owner: 'webhook-ingestor', meaning: 'How long the next attempt of the most delayed delivery is due; 0: none is' },
  event_deliveries_total:           { type: 'counter', unit: 'attempts', labels: ['event', 'outcome'], owner: 'webhook-ingestor', meaning: 'Attempts to deliver an event, by type and by how they ended' },
  endpoint_deliveries_total:        { type: 'counter', unit: 'attempts', labels: ['endpoint_id', 'outcome'], owner: 'webhook-ingestor', meaning: 'The same by the id of the endpoint: delivered or failed' },
  // Jobs, each shown by the service whose workers run it
  jobs_due:                         { type: 'gauge', unit: 'jobs', labels: ['job_name'], owner: 'services', meaning: 'Jobs that could run now, by name' },
  job_due_oldest_seconds:           { type: 'gauge', unit: 'seconds', labels: ['job_name'], owner: 'services', meaning: 'How long the oldest of them is due' },
  jobs_waiting:                     { type: 'gauge', unit: 'jobs', labels: ['job_name'], owner: 'services', meaning: 'Jobs whose time has not come' },
  jobs_dead:                        { type: 'gauge', unit: 'jobs', labels: ['job_name'], owner: 'services', meaning: 'Jobs that no worker tries again by itself' },
  outbox_unpublished:               { type: 'gauge', unit: 'jobs', labels: [], owner: 'services', meaning: 'Due jobs that no relay has taken to Redis' },
  outbox_unpublished_oldest_seconds:{ type: 'gauge', unit: 'seconds', labels: [], owner: 'services', meaning: 'How long the oldest of them is due; 0: there is none' },
  schedule_late_seconds:            { type: 'gauge', unit: 'seconds', labels: ['schedule'], owner: 'services', meaning: 'How long the next run of a schedule is due; 0: it is not' },
  // Calls and processes
  provider_call_duration_seconds:   { type: 'histogram', unit: 'seconds', labels: ['operation', 'outcome'], owner: 'provider', meaning: 'Requests to the provider, each attempt counted: answered, refused (4xx), busy (429), failed (5xx), no-answer' },
  http_request_duration_seconds:    { type: 'histogram', unit: 'seconds', labels: ['method', 'route', 'status'], owner: 'all', meaning: 'Time to answer a request, by route pattern' },
  metrics_reading_seconds:          { type: 'gauge', unit: 'seconds', labels: ['reading'], owner: 'services', meaning: 'Time that the last reading of metrics from Postgres took, by name' },
  metrics_reading_failures_total:   { type: 'counter', unit: 'readings', labels: ['reading'], owner: 'services', meaning: 'Readings that failed or took too long: their metrics were absent' },
});

export type MetricName = keyof typeof metricTable;
type NamesOf<T extends MetricRow['type']> = {
  [N in MetricName]: (typeof metricTable)[N]['type'] extends T ? N : never;
}[MetricName];
export type GaugeName = NamesOf<'gauge'>;
export type CounterName = NamesOf<'counter'>;
export type HistogramName = NamesOf<'histogram'>;
export type LabelOf<N extends MetricName> = (typeof metricTable)[N]['labels'][number];
/** A value for each label of a metric. */
export type LabelsOf<N extends MetricName> = Readonly<Record<LabelOf<N>, string>>;
