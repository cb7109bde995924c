import type { Tag } from '@jeongsan/http-contract';

type Resource = Readonly<{ about: string; paths: readonly `/${string}`[] }>;

/** The groups of the reference: what each is about, and the beginnings of its paths. The longest beginning counts. */
export const resources = {
  Orders: {
    about:
      'What buyers ordered, split by seller under the terms of the day, and when each line was delivered or confirmed.',
    paths: ['/orders'],
  },
  Payments: {
    about: 'Payments of orders, and money that was paid without an order.',
    paths: ['/payments', '/unallocated-payments'],
  },
  Cancels: {
    about: 'Refunds, and the lines that each takes its money from.',
    paths: ['/cancels', '/orders/{orderId}/cancels'],
  },
  Splits: { about: 'The division of payments that no order precedes: payment links and ARS.', paths: ['/splits'] },
  Sellers: {
    about: 'Who is paid, at which bank account, and whether the provider accepts it.',
    paths: ['/sellers', '/account-changes'],
  },
  Terms: {
    about: 'Commission, fees, tax and settlement cycle of a seller, in versions that begin on a date.',
    paths: ['/terms', '/sellers/{sellerId}/terms', '/terms-changes'],
  },
  'Commission rules': {
    about: 'Rates by category, product or seller that precede the terms, for a time.',
    paths: ['/commission-rules', '/commission-rule-changes'],
  },
  Calendar: {
    about: 'Business days, and the dates on which a sale is settled.',
    paths: ['/calendar', '/sellers/{sellerId}/settlement-dates'],
  },
  Runs: {
    about: 'The payouts of one date: drafted, previewed, approved by a person, dispatched.',
    paths: ['/payout-runs'],
  },
  Payouts: {
    about: 'Money on its way to a seller, and the decisions about payouts without an outcome.',
    paths: [
      ...(['/payouts', '/parked-payouts', '/parked-decisions', '/reissues', '/reissue-policies'] as const),
      ...(['/sellers/{sellerId}/payout-headroom', '/sellers/{sellerId}/payout-overrides'] as const),
      ...(['/payout-batches', '/payout-headroom'] as const),
    ],
  },
  Dispatch: {
    about: 'Whether money leaves at all: the halt, and findings that stop it.',
    paths: ['/dispatch-control'],
  },
  Holds: { about: 'Money of a seller that a person keeps back.', paths: ['/holds', '/sellers/{sellerId}/holds'] },
  Balances: {
    about: 'What a seller has, owes and leaves as a reserve, and corrections by people.',
    paths: [
      ...(['/seller-positions', '/reserves', '/debts', '/write-offs', '/adjustments', '/repayments'] as const),
      ...(['/sellers/{sellerId}/position', '/sellers/{sellerId}/reserves'] as const),
      ...(['/sellers/{sellerId}/debt', '/sellers/{sellerId}/adjustments', '/sellers/{sellerId}/repayments'] as const),
    ],
  },
  Statements: {
    about: 'What a seller is paid and why, line by line, as data and as documents.',
    paths: ['/statements', '/monthly-statements', '/statement-mails', '/sellers/{sellerId}/statement-contact'],
  },
  'Seller page': {
    about:
      'The page on which a seller sees their own money: the market makes a link, and the browser reads with the token of the link.',
    paths: ['/seller-page', '/sellers/{sellerId}/sessions'],
  },
  'Tax invoices': { about: 'Invoices for commissions and fees of a month.', paths: ['/tax-invoices', '/tax-files'] },
  Explanations: {
    about: 'Why an amount is what it is.',
    paths: ['/payouts/{payoutId}/explanation', '/orders/{orderId}/settlement', '/sellers/{sellerId}/balance'],
  },
  Forecasts: {
    about: 'What will be paid, and whether the balance covers it.',
    paths: ['/cash-forecast', '/payout-runs/dry-run'],
  },
  Statutory: {
    about: 'Legal deadlines of payment, and the money that is kept apart.',
    paths: ['/statutory-rules', '/statutory-choices', '/payment-deadlines', '/segregation-rules', '/segregation'],
  },
  Reconciliation: {
    about: 'The nightly comparison of our books with the records of the provider and of the bank.',
    paths: ['/reconciliation'],
  },
  Breaks: {
    about: 'Differences that the comparison found, and the decisions that settle them.',
    paths: [
      ...(['/reconciliation/breaks', '/reconciliation/break-decisions'] as const),
      ...(['/reconciliation/break-sheets', '/reconciliation/break-decision-sheets'] as const),
    ],
  },
  'Matching rules': {
    about: 'Tolerances, fees and severities of the comparison, in versions that a second person approves.',
    paths: ['/reconciliation/rules', '/reconciliation/fee-tables', '/reconciliation/severity-rules'],
  },
  Ledger: { about: 'The books: entries, postings, balances, and their verification.', paths: ['/ledger'] },
  Months: {
    about: 'Closing the books of a month, and its report.',
    paths: ['/months', '/month-requests', '/auditor-files'],
  },
  Decisions: { about: 'The audit trail: who decided what, when and why.', paths: ['/decisions'] },
  'Webhook endpoints': {
    about: 'Where events are sent, and what became of each.',
    paths: ['/webhook-endpoints', '/events', '/deliveries', '/event-schemas'],
  },
  'Provider webhooks': { about: 'What the provider sent.', paths: ['/provider-webhooks', '/webhooks/provider'] },
  Search: { about: 'Finds any id.', paths: ['/search'] },
  Caller: { about: 'Who the caller is, what it may do, and which keys a service accepts.', paths: ['/me', '/keys'] },
  Operations: { about: 'Jobs of a service that are open or dead.', paths: ['/operations'] },
  Provider: {
    about:
      'The operations of the payment provider at their own paths, so that an existing integration changes address and key only.',
    paths: ['/v1', '/v2'],
  },
} as const satisfies Readonly<Record<string, Resource>>;

const beginnings = Object.entries<Resource>(resources)
  .flatMap(([name, { paths }]) => paths.map((path) => ({ name, path })))
  .sort((a, b) => b.path.length - a.path.length);

/** The group of a path without prefix. Throws for a path that is in no group. */
export function resourceOf(path: string): string {
  const found = beginnings.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  if (!found) throw new Error(`${path} is in no group of the reference: see resources.ts`);
  return found.name;
}

export const tags: readonly Tag[] = Object.entries<Resource>(resources).map(([name, { about }]) => ({
  name,
  description: about,
}));
