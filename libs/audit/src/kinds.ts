import type { DatabaseService } from '@jeongsan/database';

type Kind = Readonly<{
  /** `any`: every service serves it, and they do the same. */
  service: DatabaseService | 'any';
  /** What was decided, for the reader of the list. */
  about: string;
  /**
   * The facts that `before` and `after` may hold. No name, address, telephone number, account number or secret of a person:
   * a row of the trail can never be erased.
   */
  facts: readonly string[];
}>;

const decidedBy =
  <const Service extends Kind['service']>(service: Service) =>
  <const Facts extends readonly string[]>(about: string, ...facts: Facts) =>
    ({ service, about, facts }) satisfies Kind;
const scheduler = decidedBy('payout-scheduler');
const reconciler = decidedBy('settlement-reconciler');
const gateway = decidedBy('payments-gateway');
const onboarding = decidedBy('seller-onboarding');
const ingestor = decidedBy('webhook-ingestor');
const anyService = decidedBy('any');

// prettier-ignore
/** Every kind of decision that the platform knows. Names are permanent: they are stored, filtered by and exported. */
export const decisionKinds = {
  'run.requested':            scheduler('A payout run was drafted by hand', 'businessDate'),
  'run.approved':             scheduler('A payout run was approved', 'businessDate', 'total', 'contentHash', 'state'),
  'run.rejected':             scheduler('A draft of a payout run was rejected', 'businessDate', 'total', 'contentHash', 'state'),
  'run.expired':              scheduler('A run waited too long for a decision', 'businessDate', 'total', 'contentHash', 'state'),
  'run.stopped':              scheduler('A run was stopped, because its content was changed without an approval', 'businessDate', 'total', 'contentHash', 'state'),
  'run.dispatched':           scheduler('A run was sent before its time', 'businessDate', 'total', 'state'),
  'run.overridden':           scheduler('A run may exceed the sum that sends in one day', 'businessDate', 'total', 'limit'),
  'dispatch.halted':          scheduler('Sending was stopped', 'halted', 'locked', 'findings'),
  'dispatch.resumed':         scheduler('Sending was resumed', 'halted', 'locked', 'findings'),
  'dispatch.locked':          scheduler('Sending was stopped by the platform', 'halted', 'locked', 'findings'),
  'dispatch.acknowledged':    scheduler('Payouts that the books lack were acknowledged', 'halted', 'locked', 'findings'),
  'parked-decision.proposed': scheduler('An outcome of a parked payout was proposed', 'payoutId', 'outcome', 'providerPayoutId', 'state'),
  'parked-decision.approved': scheduler('The outcome of a parked payout was decided', 'payoutId', 'outcome', 'providerPayoutId', 'state'),
  'parked-decision.rejected': scheduler('A proposed outcome of a parked payout was rejected', 'payoutId', 'outcome', 'providerPayoutId', 'state'),
  'hold.placed':              scheduler('Money of a seller is kept back', 'sellerId', 'cause', 'scope', 'orderId', 'amount', 'releaseOn', 'state'),
  'hold.released':            scheduler('Money of a seller is kept back no longer', 'sellerId', 'cause', 'scope', 'orderId', 'amount', 'releaseOn', 'state'),
  'reserve.released':         scheduler('A reserve was given back before its time', 'sellerId', 'reserves', 'amount'),
  'payout-override.placed':   scheduler('A statement below the minimum is paid', 'sellerId', 'override', 'businessDate'),
  'payout.reissued':          scheduler('A failed payout is paid again off-cycle', 'payoutId', 'sellerId', 'amount', 'attempt', 'dueOn', 'failureCode'),
  'reissue-policy.set':       scheduler('The policy of reissues was set', 'version', 'effectiveFrom', 'rules'),
  'statutory-rule.added':     scheduler('A version of a statutory rule was added', 'rule', 'effectiveFrom', 'terms'),
  'statutory-rule.chosen':    scheduler('A payment deadline was chosen for a kind of sale', 'category', 'rule', 'effectiveFrom'),
  'segregation-rule.added':   scheduler('A rate of money to keep apart was added', 'rule', 'effectiveFrom', 'rate', 'terms'),
  'write-off.requested':      scheduler('A write-off of a debt was requested', 'sellerId', 'amount', 'state'),
  'write-off.approved':       scheduler('A debt was written off', 'sellerId', 'amount', 'state'),
  'write-off.rejected':       scheduler('A write-off of a debt was rejected', 'sellerId', 'amount', 'state'),
  'repayment.recorded':       scheduler('A seller paid a debt back', 'sellerId', 'amount', 'reference', 'receivedAt'),
  'adjustment.proposed':      scheduler('An adjustment of a seller was proposed', 'sellerId', 'amount', 'reference', 'state'),
  'adjustment.posted':        scheduler('An adjustment of a seller was posted', 'sellerId', 'amount', 'reference', 'state', 'toDebt', 'aloneLimit'),
  'adjustment.rejected':      scheduler('An adjustment of a seller was rejected', 'sellerId', 'amount', 'reference', 'state'),
  'terms.set':                scheduler('Terms of a seller were set', 'sellerId', 'effectiveFrom', 'terms'),
  'terms-change.proposed':    scheduler('A change of terms of days that are over was proposed', 'sellerId', 'effectiveFrom', 'terms', 'lineCount', 'net', 'contentHash', 'state'),
  'terms-change.approved':    scheduler('A change of terms of days that are over was approved', 'sellerId', 'effectiveFrom', 'terms', 'lineCount', 'net', 'contentHash', 'state'),
  'terms-change.rejected':    scheduler('A change of terms of days that are over was rejected', 'sellerId', 'effectiveFrom', 'terms', 'lineCount', 'net', 'contentHash', 'state'),
  'commission-rule.created':  scheduler('A commission rule was set up', 'category', 'productId', 'sellerId', 'charge', 'effectiveFrom', 'effectiveTo'),
  'commission-rule.ended':    scheduler('A commission rule was ended', 'category', 'productId', 'sellerId', 'charge', 'effectiveFrom', 'effectiveTo'),
  'rule-change.proposed':     scheduler('A change of a commission rule was proposed', 'change', 'ruleId', 'asked', 'effectiveFrom', 'sellerCount', 'lineCount', 'net', 'moved', 'contentHash', 'state'),
  'rule-change.approved':     scheduler('A change of a commission rule was approved', 'change', 'ruleId', 'asked', 'effectiveFrom', 'sellerCount', 'lineCount', 'net', 'moved', 'contentHash', 'state'),
  'rule-change.rejected':     scheduler('A change of a commission rule was rejected', 'change', 'ruleId', 'asked', 'effectiveFrom', 'sellerCount', 'lineCount', 'net', 'moved', 'contentHash', 'state'),
  'calendar.overridden':      scheduler('A day was made a business day, or none', 'date', 'change', 'name'),
  'tax-invoice.drafted':      scheduler('Tax invoices of a month were drafted', 'drafted', 'updated', 'differing', 'entries'),
  'tax-invoice.marked':       scheduler('The state of a tax invoice was set', 'state', 'reference'),
  'break.proposed':           reconciler('A settlement of a break, or its taking back, was proposed', 'kind', 'businessDate', 'state', 'amount', 'currency', 'way', 'account', 'counterAccount', 'gain', 'matchedKey'),
  'break.resolved':           reconciler('A break was resolved', 'kind', 'businessDate', 'evidence', 'state', 'amount', 'currency', 'way', 'account', 'counterAccount', 'gain', 'matchedKey', 'aloneLimit'),
  'break.declined':           reconciler('A proposed settlement of a break was declined', 'kind', 'businessDate', 'state', 'amount', 'currency', 'way'),
  'break.reopened':           reconciler('A settlement of a break was taken back', 'kind', 'businessDate', 'evidence', 'state', 'amount', 'currency', 'way', 'account', 'counterAccount', 'gain', 'matchedKey', 'aloneLimit'),
  'break.assigned':           reconciler('A break was given to a person, or taken back', 'kind', 'businessDate', 'state', 'owner'),
  'break-sheet.applied':      reconciler('The rows of a spreadsheet of breaks were carried out; each settlement is a decision of its own', 'sheet', 'rows', 'contentHash'),
  'reconciliation.requested': reconciler('Past dates were reconciled, matched or proven by hand', 'from', 'to', 'mode', 'dryRun'),
  'reconciliation.canceled':  reconciler('A run of past dates by hand was canceled', 'from', 'to', 'state'),
  'month.proposed':           reconciler('To close or to reopen a month was proposed', 'change', 'missing', 'counts', 'state'),
  'month.decided':            reconciler('A month was closed or reopened', 'change', 'missing', 'counts', 'state'),
  'month.rejected':           reconciler('A proposal about a month was rejected', 'change', 'missing', 'counts', 'state'),
  'matching-rule.proposed':   reconciler('A tolerance or waiting days of a class of break were proposed', 'class', 'tolerance', 'days', 'effectiveFrom', 'state'),
  'matching-rule.approved':   reconciler('A tolerance or waiting days of a class of break came into force', 'effectiveFrom', 'state'),
  'matching-rule.rejected':   reconciler('A tolerance or waiting days of a class of break were rejected', 'effectiveFrom', 'state'),
  'severity-rule.proposed':   reconciler('Severities of breaks were proposed', 'critical', 'high', 'medium', 'low', 'effectiveFrom', 'state'),
  'severity-rule.approved':   reconciler('Severities of breaks came into force', 'effectiveFrom', 'state'),
  'severity-rule.rejected':   reconciler('Severities of breaks were rejected', 'effectiveFrom', 'state'),
  'fee-table.proposed':       reconciler('Contracted fees of the provider were proposed', 'account', 'effectiveFrom', 'lines', 'state'),
  'fee-table.approved':       reconciler('Contracted fees of the provider came into force', 'effectiveFrom', 'state'),
  'fee-table.rejected':       reconciler('Contracted fees of the provider were rejected', 'effectiveFrom', 'state'),
  'seller.erased':            onboarding('Personal data of a seller were erased', 'erased', 'kept'),
  'account-change.requested': onboarding('A bank account of a seller was replaced', 'sellerId', 'bankCode', 'maskedAccount'),
  'account-change.confirmed': onboarding('A new bank account was confirmed', 'sellerId', 'bankCode', 'maskedAccount', 'state'),
  'account-change.rejected':  onboarding('A new bank account was rejected', 'sellerId', 'bankCode', 'maskedAccount', 'state'),
  'cancel.allocated':         gateway('The lines of a cancel were named', 'lines'),
  'payment.allocated':        gateway('The lines of an unallocated payment were named', 'orderId', 'amount', 'lines'),
  'split.named':              gateway('A split of what is sold without an order was named', 'version', 'split'),
  'buyer.erased':             gateway('Personal data of a buyer were erased', 'erased', 'kept'),
  'endpoint.registered':      ingestor('An endpoint for webhooks was registered', 'origin', 'eventTypes', 'enabled'),
  'endpoint.removed':         ingestor('An endpoint for webhooks was removed', 'origin', 'eventTypes', 'enabled'),
  'endpoint.secret-rotated':  ingestor('An endpoint for webhooks got a new secret', 'overlapHours'),
  'endpoint.paused':          ingestor('Nothing more is sent to an endpoint for webhooks', 'pausedBecause'),
  'endpoint.resumed':         ingestor('An endpoint for webhooks gets its events again', 'pausedBecause', 'waiting'),
  'endpoint.tested':          ingestor('A test was sent to an endpoint for webhooks', 'eventId'),
  'deliveries.replayed':      ingestor('Webhooks of a range of time are delivered again', 'from', 'to', 'which', 'replayed'),
  'provider-webhook.replayed': ingestor('A webhook of the provider was processed again', 'eventType', 'subject', 'leftAlone', 'job'),
  'delivery.repeated':        ingestor('A webhook is delivered again', 'endpointId'),
  'job.discarded':            anyService('A dead job was given up', 'job', 'error'),
  'job.revived':              anyService('Dead jobs run again', 'job', 'revived'),
} as const satisfies Record<string, Kind>;

export type DecisionKind = keyof typeof decisionKinds;
export type FactOf<K extends DecisionKind> = (typeof decisionKinds)[K]['facts'][number];

export const isDecisionKind = (name: string): name is DecisionKind => Object.hasOwn(decisionKinds, name);
