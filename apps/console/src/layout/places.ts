/** An address within the console: its path, and what stands behind the question mark. */
export type Place = Readonly<{ to: string; search?: Readonly<Record<string, string>> }>;

type Filters = Readonly<Record<string, string | undefined>>;

const at = (to: string, filters: Filters = {}): Place => ({
  to,
  search: Object.fromEntries(Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined)),
});
const list = (to: string) => (filters?: Filters) => at(to, filters);
const one = (path: string) => (id: string) => at(`${path}/${encodeURIComponent(id)}`);

/** Every address that a link of the console leads to. Screens that are missing are shown as plain things. */
export const places = {
  today: list('/'),
  runs: list('/runs'),
  run: one('/runs'),
  runPreview: (id: string) => at(`/runs/${id}`, { part: 'preview' }),
  payouts: list('/payouts'),
  payout: one('/payouts'),
  payoutLine: (id: string, line: string) => at(`/payouts/${id}`, { line }),
  batch: one('/batches'),
  parked: list('/parked'),
  sellers: list('/sellers'),
  seller: one('/sellers'),
  orders: list('/orders'),
  order: one('/orders'),
  payments: list('/payments'),
  payment: one('/payments'),
  statement: one('/statements'),
  approvals: list('/approvals'),
  reconciliation: list('/reconciliation'),
  day: one('/reconciliation/days'),
  breaks: list('/reconciliation/breaks'),
  break: one('/reconciliation/breaks'),
  handRuns: list('/reconciliation/hand-runs'),
  handRun: one('/reconciliation/hand-runs'),
  proofs: list('/reconciliation/proofs'),
  posting: one('/ledger/postings'),
  months: list('/months'),
  month: one('/months'),
  decisions: list('/audit'),
  decision: one('/audit'),
  sending: list('/sending'),
  jobs: list('/jobs'),
  /** Any resource of the API, by its path behind /api/v1. */
  thing: (path: string) => at('/thing', { path }),
} as const;
