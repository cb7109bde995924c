/** An address within the console: its path, what stands behind the question mark, and the path of the API that shows it. */
export type Place = Readonly<{ to: string; search?: Readonly<Record<string, string>>; api?: string }>;

type Filters = Readonly<Record<string, string | undefined>>;

const at = (to: string, filters: Filters = {}): Place => ({
  to,
  search: Object.fromEntries(Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined)),
});
const list = (to: string) => (filters?: Filters) => at(to, filters);
/** `api`: where the API shows the same, for a screen that is not there. */
const one = (path: string, api: string) => (id: string) => ({
  ...at(`${path}/${encodeURIComponent(id)}`),
  api: `${api}/${encodeURIComponent(id)}`,
});

/** Every address that a link of the console leads to. Screens that are missing are shown as plain things. */
export const places = {
  today: list('/'),
  runs: list('/runs'),
  run: one('/runs', '/payout-runs'),
  payouts: list('/payouts'),
  payout: one('/payouts', '/payouts'),
  batch: one('/batches', '/payout-batches'),
  parked: list('/parked'),
  sellers: list('/sellers'),
  seller: one('/sellers', '/sellers'),
  orders: list('/orders'),
  order: one('/orders', '/orders'),
  payments: list('/payments'),
  payment: one('/payments', '/payments'),
  statement: one('/statements', '/statements'),
  approvals: list('/approvals'),
  reconciliation: list('/reconciliation'),
  day: one('/reconciliation/days', '/reconciliation/runs'),
  breaks: list('/reconciliation/breaks'),
  break: one('/reconciliation/breaks', '/reconciliation/breaks'),
  handRuns: list('/reconciliation/hand-runs'),
  handRun: one('/reconciliation/hand-runs', '/reconciliation/hand-runs'),
  proofs: list('/reconciliation/proofs'),
  posting: one('/ledger/postings', '/ledger/postings'),
  months: list('/months'),
  month: one('/months', '/months'),
  decisions: list('/audit'),
  decision: one('/audit', '/decisions'),
  sending: list('/sending'),
  cash: list('/cash'),
  unallocated: list('/unallocated-payments'),
  cancels: list('/cancels'),
  taxInvoices: list('/tax-invoices'),
  deadlines: list('/payment-deadlines'),
  jobs: list('/jobs'),
  findings: () => at('/sending', { part: 'findings', open: 'true' }),
  job: (service: string, id: string) => at(`/jobs/${service}/${id}`),
  webhooks: list('/webhooks'),
  webhookEndpoint: one('/webhooks/addresses', '/webhook-endpoints'),
  delivery: (endpointId: string, eventId: string) => at(`/webhooks/addresses/${endpointId}/${eventId}`),
  events: list('/events'),
  event: one('/events', '/events'),
  providerWebhooks: list('/provider-webhooks'),
  providerWebhook: one('/provider-webhooks', '/provider-webhooks'),
  statements: list('/statements'),
  statementLines: (id: string) => at(`/statements/${id}`, { part: 'lines' }),
  monthlyStatements: (month: string) => at('/monthly-statements', { month }),
  monthlyStatement: (month: string, sellerId: string) =>
    at(`/monthly-statements/${month}/${encodeURIComponent(sellerId)}`),
  statementMails: list('/statement-mails'),
  statementMail: one('/statement-mails', '/statement-mails'),
  taxInvoice: one('/tax-invoices', '/tax-invoices'),
  entries: (filters: Filters) => at('/ledger', { part: 'entries', ...filters }),
  entry: one('/ledger/entries', '/ledger/entries'),
  postings: (filters: Filters) => at('/ledger', { part: 'postings', ...filters }),
  feeTable: one('/settings/fee-tables', '/reconciliation/fee-tables'),
  bankStatements: () => at('/settings/bank-statements'),
  bankStatement: one('/settings/bank-statements', '/reconciliation/bank-statements'),
  sheet: one('/sheets', '/reconciliation/break-sheets'),
  settings: list('/settings'),
  /** Any resource of the API, by its path behind /api/v1. */
  thing: (path: string) => at('/thing', { path }),
} as const;
