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
  sellerPart: (id: string, part: string, filters: Filters = {}) =>
    at(`/sellers/${encodeURIComponent(id)}`, { part, ...filters }),
  accountChanges: list('/account-changes'),
  accountChange: one('/account-changes', '/account-changes'),
  unallocatedPayment: one('/unallocated-payments', '/unallocated-payments'),
  cancel: one('/cancels', '/cancels'),
  splits: list('/splits'),
  split: (kind: string, key: string) => at(`/splits/${kind}/${encodeURIComponent(key)}`),
  holds: list('/holds'),
  hold: one('/holds', '/holds'),
  reserves: list('/reserves'),
  reserve: one('/reserves', '/reserves'),
  debts: list('/debts'),
  adjustments: list('/adjustments'),
  adjustment: one('/adjustments', '/adjustments'),
  writeOffs: list('/write-offs'),
  writeOff: one('/write-offs', '/write-offs'),
  repayments: list('/repayments'),
  repayment: one('/repayments', '/repayments'),
  reissues: list('/reissues'),
  reissue: one('/reissues', '/reissues'),
  positions: list('/positions'),
  segregation: list('/cash/segregation'),
  terms: list('/terms'),
  termsChanges: list('/terms-changes'),
  termsChange: one('/terms-changes', '/terms-changes'),
  commissionRules: list('/commission-rules'),
  commissionRule: one('/commission-rules', '/commission-rules'),
  ruleChanges: list('/rule-changes'),
  ruleChange: one('/rule-changes', '/commission-rule-changes'),
  calendar: list('/calendar'),
  statements: list('/statements'),
  entries: (filters: Filters) => at('/ledger', { part: 'entries', ...filters }),
  postings: (filters: Filters) => at('/ledger', { part: 'postings', ...filters }),
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
  /** Any resource of the API, by its path behind /api/v1. */
  thing: (path: string) => at('/thing', { path }),
} as const;
