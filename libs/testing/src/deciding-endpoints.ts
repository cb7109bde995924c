import type { DecisionKind } from '@jeongsan/audit';
import type { DataSource } from 'typeorm';

// prettier-ignore
/** Every endpoint that decides, with the kinds of decision of which one is in the audit trail after a call that succeeded. */
export const decides: Readonly<Record<string, readonly DecisionKind[]>> = {
  'POST /calendar/overrides':                            ['calendar.overridden'],
  'POST /sellers/{sellerId}/terms':                      ['terms.set'],
  'POST /terms-changes':                                 ['terms-change.proposed'],
  'POST /terms-changes/{changeId}/approve':              ['terms-change.approved'],
  'POST /terms-changes/{changeId}/reject':               ['terms-change.rejected'],
  'POST /commission-rules':                              ['commission-rule.created'],
  'POST /commission-rules/{ruleId}/end':                 ['commission-rule.ended'],
  'POST /commission-rule-changes':                       ['rule-change.proposed'],
  'POST /commission-rule-changes/{changeId}/approve':    ['rule-change.approved'],
  'POST /commission-rule-changes/{changeId}/reject':     ['rule-change.rejected'],
  'POST /payout-runs':                                   ['run.requested'],
  'POST /payout-runs/{runId}/approve':                   ['run.approved'],
  'POST /payout-runs/{runId}/dispatch':                  ['run.dispatched'],
  'POST /payout-runs/{runId}/reject':                    ['run.rejected'],
  'POST /payout-runs/{runId}/overrides':                 ['run.overridden'],
  'POST /dispatch-control/halt':                         ['dispatch.halted'],
  'POST /dispatch-control/resume':                       ['dispatch.resumed'],
  'POST /dispatch-control/acknowledge':                  ['dispatch.acknowledged'],
  'POST /parked-payouts/{payoutId}/decisions':           ['parked-decision.proposed'],
  'POST /parked-decisions/{decisionId}/approve':         ['parked-decision.approved'],
  'POST /parked-decisions/{decisionId}/reject':          ['parked-decision.rejected'],
  'POST /sellers/{sellerId}/holds':                      ['hold.placed'],
  'POST /holds/{holdId}/release':                        ['hold.released'],
  'POST /sellers/{sellerId}/payout-overrides':           ['payout-override.placed'],
  'POST /reserves/{reserveId}/release':                  ['reserve.released'],
  'POST /sellers/{sellerId}/reserves/release-surplus':   ['reserve.released'],
  'POST /debts/{sellerId}/write-offs':                   ['write-off.requested'],
  'POST /write-offs/{writeOffId}/approve':               ['write-off.approved'],
  'POST /write-offs/{writeOffId}/reject':                ['write-off.rejected'],
  'POST /sellers/{sellerId}/repayments':                 ['repayment.recorded'],
  'POST /sellers/{sellerId}/adjustments':                ['adjustment.proposed'],
  'POST /adjustments/{adjustmentId}/approve':            ['adjustment.posted'],
  'POST /adjustments/{adjustmentId}/reject':             ['adjustment.rejected'],
  'POST /tax-invoices/draft':                            ['tax-invoice.drafted'],
  'POST /tax-invoices/{invoiceId}/issue':                ['tax-invoice.marked'],
  'POST /tax-invoices/{invoiceId}/send':                 ['tax-invoice.marked'],
  'POST /tax-invoices/{invoiceId}/cancel':               ['tax-invoice.marked'],
  'POST /payouts/{payoutId}/reissue':                    ['payout.reissued'],
  'POST /reissue-policies':                              ['reissue-policy.set'],
  'POST /reconciliation/breaks/{breakId}/explain':       ['break.resolved', 'break.proposed'],
  'POST /reconciliation/breaks/{breakId}/adjust':        ['break.resolved', 'break.proposed'],
  'POST /reconciliation/breaks/{breakId}/force':         ['break.resolved', 'break.proposed'],
  'POST /reconciliation/breaks/{breakId}/assign':        ['break.assigned'],
  'POST /reconciliation/breaks/{breakId}/unassign':      ['break.assigned'],
  'POST /reconciliation/breaks/{breakId}/reopen':        ['break.reopened', 'break.proposed'],
  'POST /reconciliation/break-decisions/{decisionId}/approve': ['break.resolved', 'break.reopened'],
  'POST /reconciliation/break-decisions/{decisionId}/decline': ['break.declined'],
  'POST /reconciliation/break-sheets/{sheetId}/apply':   ['break-sheet.applied'],
  'POST /reconciliation/break-decision-sheets/{sheetId}/apply': ['break-sheet.applied'],
  'POST /statutory-rules':                               ['statutory-rule.added'],
  'POST /statutory-choices':                             ['statutory-rule.chosen'],
  'POST /segregation-rules':                             ['segregation-rule.added'],
  'POST /months/{month}/closing':                        ['month.proposed', 'month.decided'],
  'POST /months/{month}/reopening':                      ['month.proposed'],
  'POST /month-requests/{requestId}/approve':            ['month.decided'],
  'POST /month-requests/{requestId}/reject':             ['month.rejected'],
  'POST /reconciliation/hand-runs':                      ['reconciliation.requested'],
  'POST /reconciliation/hand-runs/{runId}/cancel':       ['reconciliation.canceled'],
  'POST /reconciliation/rules':                          ['matching-rule.proposed'],
  'POST /reconciliation/rules/{ruleId}/approve':         ['matching-rule.approved'],
  'POST /reconciliation/rules/{ruleId}/reject':          ['matching-rule.rejected'],
  'POST /reconciliation/severity-rules':                 ['severity-rule.proposed'],
  'POST /reconciliation/severity-rules/{ruleId}/approve': ['severity-rule.approved'],
  'POST /reconciliation/severity-rules/{ruleId}/reject': ['severity-rule.rejected'],
  'POST /reconciliation/fee-tables':                     ['fee-table.proposed'],
  'POST /reconciliation/fee-tables/{tableId}/approve':   ['fee-table.approved'],
  'POST /reconciliation/fee-tables/{tableId}/reject':    ['fee-table.rejected'],
  'POST /sellers/{sellerId}/account':                    ['account-change.requested'],
  'POST /account-changes/{changeId}/confirm':            ['account-change.confirmed'],
  'POST /account-changes/{changeId}/reject':             ['account-change.rejected'],
  'POST /sellers/{sellerId}/erasure':                    ['seller.erased'],
  'POST /orders/{orderId}/erasure':                      ['buyer.erased'],
  'POST /payments/{paymentKey}/erasure':                 ['buyer.erased'],
  'POST /cancels/{cancelId}/allocation':                 ['cancel.allocated'],
  'POST /unallocated-payments/{paymentKey}/allocation':  ['payment.allocated'],
  'PUT /splits/products/{productKey}':                   ['split.named'],
  'PUT /splits/ars/{service}':                           ['split.named'],
  'POST /webhook-endpoints':                             ['endpoint.registered'],
  'DELETE /webhook-endpoints/{endpointId}':              ['endpoint.removed'],
  'POST /webhook-endpoints/{endpointId}/rotate-secret':  ['endpoint.secret-rotated'],
  'POST /webhook-endpoints/{endpointId}/pause':          ['endpoint.paused'],
  'POST /webhook-endpoints/{endpointId}/resume':         ['endpoint.resumed'],
  'POST /webhook-endpoints/{endpointId}/test':           ['endpoint.tested'],
  'POST /webhook-endpoints/{endpointId}/replay':         ['deliveries.replayed'],
  'POST /webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver': ['delivery.repeated'],
  'POST /provider-webhooks/{webhookId}/replay':         ['provider-webhook.replayed'],
  'POST /operations/dead-jobs/{id}/revive':              ['job.revived'],
  'POST /operations/dead-jobs/{id}/discard':             ['job.discarded'],
  'POST /operations/dead-jobs/revive':                   ['job.revived'],
};

const TRADE = 'A fact of the trade that the market reports, with a record of its own';
const BANK = 'A fact that the bank reports, with a record of its own that names who took it';
const CONTACT = 'Where a seller wants its papers: a fact that the market reports';
const MAIL = 'A document goes to its owner: the mail is a record of its own, with who asked for it';
const PREVIEW = 'It shows what the rows of a file would do: nothing changes before they are applied';
const READS = 'It computes and shows: nothing changes by it';

// prettier-ignore
/** Every other endpoint that is not read with GET, and why it decides nothing. */
export const decidesNothing: Readonly<Record<string, string>> = {
  'POST /orders':                                        TRADE,
  'POST /orders/bulk':                                   TRADE,
  'POST /orders/{orderId}/deliveries':                   TRADE,
  'POST /orders/{orderId}/confirmations':                TRADE,
  'POST /orders/{orderId}/cancels':                      TRADE,
  'POST /reconciliation/bank-statements':                BANK,
  'POST /sellers/{sellerId}/sessions':                   'a link of minutes, which changes nothing (decision 72)',
  'POST /v1/payments/confirm':                           TRADE,
  'POST /v1/payments/{paymentKey}/cancel':               TRADE,
  'POST /sellers':                                       'An application: the provider decides whether the seller may sell',
  'POST /webhooks/provider':                             'The provider tells to look; the look decides',
  'PUT /sellers/{sellerId}/statement-contact':           CONTACT,
  'DELETE /sellers/{sellerId}/statement-contact':        CONTACT,
  'POST /statements/{statementId}/mail':                 MAIL,
  'POST /monthly-statements/{month}/mails':              MAIL,
  'POST /statement-mails/{mailId}/again':                MAIL,
  'POST /orders/preview':                                READS,
  'POST /payout-runs/dry-run':                           READS,
  'POST /reconciliation/breaks/{breakId}/comment':       'Words about a break settle nothing; they are in its history',
  'POST /reconciliation/break-sheets':                   PREVIEW,
  'POST /reconciliation/break-decision-sheets':          PREVIEW,
  'POST /reconciliation/balance-proofs':                 READS,
  'POST /reconciliation/nights/{businessDate}/proof/replay': READS,
  'POST /ledger/verify':                                 READS,
  'POST /decisions/verify':                              READS,
};

const pathOf = (template: string): RegExp => new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
const paths = Object.entries(decides).map(([name, kinds]) => ({ name, path: pathOf(name), kinds }));

type Called = Readonly<{ method: string; url: string; reply: unknown }>;

/**
 * Throws unless the decision of a call that succeeded is in the audit trail: of the kind of its endpoint, about the thing that
 * the path or the answer names, with an actor and a credential. A repeat finds the row of the first call.
 */
export async function expectDecided(db: DataSource, { method, url, reply }: Called): Promise<void> {
  const called = `${method} ${url.split('?')[0]}`;
  const found = paths.find(({ path }) => path.test(called));
  if (!found) return;
  const named = (found.path.exec(called) ?? []).slice(1).map(decodeURIComponent);
  const answered = Object.values(reply ?? {}).filter((value) => typeof value === 'string' || typeof value === 'number');
  const [row] = await db.query<object[]>(
    `select from audit.decision where kind = any($1) and actor <> '' and credential <> '' and hash is not null
        and (kind like 'dispatch.%' or subject = any($2) or split_part(subject, '/', 2) = any($2) or after ->> 'sellerId' = any($2)) limit 1`,
    [found.kinds, [...named, ...answered.map(String)]],
  );
  if (!row) throw new Error(`${called} succeeded, but the audit trail has no ${found.kinds.join(' or ')} about it`);
}
