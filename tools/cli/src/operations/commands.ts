import type { JeongsanClient, OperationName, OperationOutput } from '@jeongsan/client';
import type { Row } from '../output/table.js';

type OfService = 'getBacklog' | 'listDeadJobs' | 'reviveDeadJob' | 'reviveDeadJobs' | 'discardDeadJob' | 'listRevivals';
type ServiceOutput<N extends OfService> = Awaited<ReturnType<JeongsanClient['services']['payout-scheduler'][N]>>;
type OutputOf<N> = N extends OperationName ? OperationOutput<N> : N extends OfService ? ServiceOutput<N> : never;
type ColumnOf<N> = OutputOf<N> extends { items: (infer Item)[] } ? keyof Item & string : string;

type Shape = 'list' | 'record' | 'file';
/** A command that calls one operation. */
export type Command = Readonly<{
  operation: OperationName | OfService;
  shape: Shape;
  /** The parameters that stand after the command, in this order. `service` chooses whose operation it is. */
  args: readonly string[];
  /** Members of an item that a table and CSV show; JSON shows all. */
  columns: readonly string[];
  /** What follows `jeongsan` in the example of the help. */
  example: string;
  /** Another name of the same command. */
  alias?: string;
  /** Changes something: a person is asked before. */
  decides?: true;
  /** The member that is false when the check that was asked for has failed. */
  verdict?: string;
}>;

const list = <const N extends OperationName | OfService>(
  operation: N,
  args: readonly string[],
  columns: readonly ColumnOf<N>[],
  example: string,
): Command => ({ operation, shape: 'list', args, columns, example });
const record = (operation: Command['operation'], args: readonly string[], example: string): Command => ({
  ...{ operation, shape: 'record', args, columns: [], example },
});
const decision = (operation: Command['operation'], args: readonly string[], example: string): Command => ({
  ...record(operation, args, example),
  decides: true,
});
const check = (command: Command, verdict: string): Command => ({ ...command, verdict });
const file = (operation: Command['operation'], args: readonly string[], example: string): Command => ({
  ...record(operation, args, example),
  shape: 'file',
});

const UUID = '018f0e5a-0000-7000-8000-000000000001';
const EVENT = '018f0e5a-0000-7000-8000-000000000002';
const because = (reason: string): string => `--reason "${reason}"`;

// prettier-ignore
/** Every command that calls one operation of the API. Its flags are the members of the operation's query and body. */
export const commands = {
  'me':                   record('getMe', [], 'me'),
  'search':               list('search', ['q'], ['kind', 'id', 'title', 'matched', 'isExact', 'sellerId', 'orderId'], 'search ORDER-1'),
  'order list':           list('listOrders', [], ['orderId', 'orderedAt', 'state', 'totalAmount', 'canceledAmount', 'sellerIds', 'orderName'], 'order list --state approved --from 2026-05-01'),
  'order get':            record('getOrder', ['orderId'], 'order get ORDER-1 -o json'),
  'order preview':        record('previewOrder', [], 'order preview --data @order.json'),
  'order create':         decision('createOrder', [], 'order create --data @order.json'),
  'order deliver':        decision('recordDelivery', ['orderId'], 'order deliver ORDER-1 --delivered-at 2026-05-04T18:00:00+09:00'),
  'order confirm':        decision('recordConfirmation', ['orderId'], 'order confirm ORDER-1 --confirmed-at 2026-05-08T09:00:00+09:00'),
  'order cancel':         decision('cancelOrder', ['orderId'], `order cancel ORDER-1 ${because('sold out')}`),
  'order cancels':        list('listOrderCancels', ['orderId'], ['cancelId', 'state', 'amount', 'canceledAt', 'kind', 'reason'], 'order cancels ORDER-1'),
  'order explain':        record('explainOrder', ['orderId'], 'order explain ORDER-1 --audience seller'),
  'payment list':         list('listPayments', [], ['orderId', 'state', 'method', 'amount', 'canceledAmount', 'approvedAt', 'paymentKey', 'currency'], 'payment list --state approved'),
  'payment unallocated':  list('listUnallocatedPayments', [], ['paymentKey', 'because', 'amount', 'currency', 'ageDays', 'orderNumber', 'paidBy'], 'payment unallocated'),
  'seller list':          list('listSellerViews', [], ['sellerId', 'state', 'businessType', 'bankCode', 'accountNumber', 'refusalCode', 'createdAt'], 'seller list --all -o csv'),
  'seller get':           record('getSellerView', ['sellerId'], 'seller get acme'),
  'seller apply':         decision('applySeller', [], 'seller apply --data @seller.json'),
  'seller account':       decision('changeSellerAccount', ['sellerId'], 'seller account acme --bank-code 088 --account-number 110123456789 --holder-name 홍길동'),
  'seller account-changes': list('listAccountChanges', [], ['changeId', 'sellerId', 'state', 'bankCode', 'accountNumber', 'askedAt', 'payableFrom'], 'seller account-changes --open true'),
  'seller account-confirm': decision('confirmAccountChange', ['changeId'], `seller account-confirm ${UUID} ${because('called the seller')}`),
  'seller account-reject': decision('rejectAccountChange', ['changeId'], `seller account-reject ${UUID} ${because('not asked by the seller')}`),
  'seller terms':         list('listTerms', ['sellerId'], ['effectiveFrom', 'taxType', 'startEvent', 'datePolicy', 'minimumPayout', 'cycle', 'tranches', 'commission'], 'seller terms acme'),
  'seller set-terms':     decision('setTerms', ['sellerId'], 'seller set-terms acme --data @terms.json'),
  'seller balance':       record('explainSellerBalance', ['sellerId'], 'seller balance acme --at 2026-05-04T00:00:00+09:00'),
  'seller headroom':      record('getPayoutHeadroom', ['sellerId'], 'seller headroom acme'),
  'seller debt':          record('getSellerDebt', ['sellerId'], 'seller debt acme'),
  'seller holds':         list('listSellerHolds', ['sellerId'], ['id', 'scope', 'reason', 'amount', 'placedAt', 'placedBy', 'releaseOn', 'releasedAt'], 'seller holds acme --open true'),
  'seller hold':          decision('placeHold', ['sellerId'], 'seller hold acme --reason FRAUD_REVIEW'),
  'seller release':       decision('releaseHold', ['holdId'], `seller release ${UUID}`),
  'run list':             list('listRuns', [], ['id', 'businessDate', 'state', 'total', 'payoutCount', 'heldCount', 'heldTotal', 'draftedBy', 'approvedBy'], 'run list --limit 5'),
  'run show':             record('getRun', ['runId'], `run show ${UUID}`),
  'run preview':          record('previewRun', ['runId'], `run preview ${UUID}`),
  'run left-out':         list('listLeftOut', ['runId'], ['sellerId', 'reason', 'amount'], `run left-out ${UUID}`),
  'run approve':          decision('approveRun', ['runId'], `run approve ${UUID} --content-hash HASH`),
  'run draft':            decision('requestRun', [], `run draft --business-date 2026-05-04 ${because('a day early')}`),
  'run dispatch':         decision('dispatchRun', ['runId'], `run dispatch ${UUID} ${because('do not wait for 09:00')}`),
  'run reject':           decision('rejectRun', ['runId'], `run reject ${UUID} ${because('wrong day')}`),
  'payout list':          list('listPayoutViews', [], ['id', 'sellerId', 'amount', 'state', 'failureCode', 'payoutDate', 'runId'], 'payout list --state failed'),
  'payout show':          record('getPayoutView', ['payoutId'], `payout show ${UUID}`),
  'payout explain':       record('explainPayout', ['payoutId'], `payout explain ${UUID}`),
  'payout reissue':       decision('reissuePayout', ['payoutId'], `payout reissue ${UUID} ${because('the account is mended')}`),
  'payout reissues':      list('listReissues', [], ['payoutId', 'sellerId', 'amount', 'attempt', 'dueOn', 'statementId', 'requestedBy', 'reason'], 'payout reissues --open true'),
  'payout parked':        list('listParkedPayouts', [], ['payoutId', 'sellerId', 'amount', 'parkedAt', 'absentRounds', 'duplicateRounds', 'lastAnswer'], 'payout parked'),
  'payout decide':        decision('proposeParkedDecision', ['payoutId'], `payout decide ${UUID} --kind NEVER_MADE ${because('absent at the bank')}`),
  'payout approve':       decision('approveParkedDecision', ['decisionId'], `payout approve ${UUID}`),
  'payout reject':        decision('rejectParkedDecision', ['decisionId'], `payout reject ${UUID}`),
  'break list':           list('listBreaks', [], ['id', 'class', 'amount', 'state', 'severity', 'businessDate', 'owner', 'dueAt', 'subject'], 'break list --open true --severity HIGH'),
  'break totals':         list('totalBreaks', [], ['class', 'state', 'count', 'amount', 'currency', 'unknownAmounts'], 'break totals --open true'),
  'break show':           record('getBreak', ['breakId'], `break show ${UUID}`),
  'break assign':         decision('assignBreak', ['breakId'], `break assign ${UUID} --owner kim`),
  'break unassign':       decision('unassignBreak', ['breakId'], `break unassign ${UUID}`),
  'break comment':        decision('commentBreak', ['breakId'], `break comment ${UUID} --remark "asked the provider"`),
  'break explain':        { ...decision('explainBreak', ['breakId'], `break explain ${UUID} ${because('rounding of fees')}`), alias: 'expected' },
  'break adjust':         decision('adjustBreak', ['breakId'], `break adjust ${UUID} --counter-account provider:fees ${because('fee of the provider')}`),
  'break force':          decision('forceBreak', ['breakId'], `break force ${UUID} --key tx-17 ${because('the same payment')}`),
  'break reopen':         decision('reopenBreak', ['breakId'], `break reopen ${UUID} ${because('settled by mistake')}`),
  'break decisions':      list('listBreakDecisions', [], ['id', 'way', 'state', 'gain', 'proposedBy', 'proposedAt', 'breakId', 'reason'], 'break decisions --state proposed'),
  'break approve':        decision('approveBreakDecision', ['decisionId'], `break approve ${UUID}`),
  'break decline':        decision('declineBreakDecision', ['decisionId'], `break decline ${UUID} ${because('no evidence')}`),
  'break sheet export':   file('exportBreaks', [], 'break sheet export --open true --file breaks.csv'),
  'break sheet show':     record('getBreakSheet', ['sheetId'], `break sheet show ${UUID}`),
  'break sheet rows':     list('listBreakSheetRows', ['sheetId'], ['row', 'verb', 'amount', 'currency', 'preview', 'result', 'subject', 'breakId'], `break sheet rows ${UUID} --outcome refused`),
  'recon list':           list('listHandRuns', [], ['id', 'from', 'to', 'mode', 'dryRun', 'state', 'day', 'openBreaks', 'requestedBy'], 'recon list'),
  'recon show':           record('getReconciliation', ['businessDate'], 'recon show 2026-05-04'),
  'recon request':        decision('requestHandRun', [], `recon request --from 2026-05-04 --to 2026-05-04 --mode match ${because('late file')}`),
  'recon run':            record('getHandRun', ['runId'], `recon run ${UUID}`),
  'recon cancel':         decision('cancelHandRun', ['runId'], `recon cancel ${UUID} ${because('wrong days')}`),
  'proof list':           list('listNightProofs', [], ['businessDate', 'number', 'state', 'equations', 'differing', 'excepted', 'takenAt'], 'proof list --limit 7'),
  'proof show':           record('getNightProof', ['businessDate'], 'proof show 2026-05-04 -o json'),
  'proof replay':         check(decision('replayProof', ['businessDate'], 'proof replay 2026-05-04 --yes'), 'same'),
  'ledger postings':      list('listLedgerPostings', [], ['id', 'template', 'effectiveAt', 'entryCount', 'key', 'about'], 'ledger postings --order-id ORDER-1'),
  'ledger posting':       record('getLedgerPosting', ['postingId'], 'ledger posting 1'),
  'ledger entries':       list('listLedgerEntries', [], ['id', 'account', 'amount', 'balance', 'effectiveAt', 'template', 'postingId'], 'ledger entries --seller-id acme'),
  'ledger export':        file('exportLedgerEntries', [], 'ledger export --format csv --seller-id acme --file acme.csv'),
  'ledger balance':       record('getAccountBalance', ['account'], 'ledger balance provider:available'),
  'ledger trial-balance': record('getTrialBalance', [], 'ledger trial-balance'),
  'ledger verify':        check(record('verifyLedger', [], 'ledger verify'), 'sound'),
  'decision list':        list('listDecisions', [], ['number', 'at', 'kind', 'subject', 'actor', 'reason'], 'decision list --kind run.approved'),
  'decision show':        record('getDecision', ['decisionId'], `decision show ${UUID}`),
  'dispatch status':      record('getDispatchControl', [], 'dispatch status'),
  'dispatch halt':        decision('haltDispatch', [], `dispatch halt ${because('the bank is down')}`),
  'dispatch resume':      decision('resumeDispatch', [], `dispatch resume ${because('the bank is back')}`),
  'dispatch findings':    list('listFindings', [], ['id', 'kind', 'providerPayoutId', 'sellerId', 'amount', 'ourAmount', 'foundAt'], 'dispatch findings --open true'),
  'dispatch acknowledge': decision('acknowledgeFindings', [], `dispatch acknowledge --open-findings 1 ${because('paid by hand')}`),
  'jobs list':            list('listDeadJobs', ['service'], ['id', 'job', 'diedAt', 'revivals', 'error'], 'jobs list payout-scheduler'),
  'jobs revive':          decision('reviveDeadJob', ['service', 'id'], 'jobs revive payout-scheduler 17'),
  'jobs revive-all':      decision('reviveDeadJobs', ['service'], 'jobs revive-all payout-scheduler --job payout.observe'),
  'jobs discard':         decision('discardDeadJob', ['service', 'id'], `jobs discard payout-scheduler 17 ${because('done by hand')}`),
  'jobs revivals':        list('listRevivals', ['service'], ['id', 'job', 'revivedBy', 'revivedAt', 'jobId', 'error'], 'jobs revivals payout-scheduler'),
  'jobs backlog':         record('getBacklog', ['service'], 'jobs backlog settlement-reconciler'),
  'webhooks endpoints':   list('listEndpoints', [], ['id', 'url', 'enabled', 'pausedBecause', 'failingSince', 'eventTypes'], 'webhooks endpoints'),
  'webhooks register':    decision('registerEndpoint', [], 'webhooks register --url https://shop.example/events --event-types payout.changed,seller.changed'),
  'webhooks rotate':      decision('rotateEndpointSecret', ['endpointId'], `webhooks rotate ${UUID} --overlap-hours 24 ${because('yearly')}`),
  'webhooks pause':       decision('pauseEndpoint', ['endpointId'], `webhooks pause ${UUID} ${because('a new release')}`),
  'webhooks resume':      decision('resumeEndpoint', ['endpointId'], `webhooks resume ${UUID} ${because('released')}`),
  'webhooks remove':      decision('removeEndpoint', ['endpointId'], `webhooks remove ${UUID}`),
  'webhooks trigger':     decision('testEndpoint', ['endpointId'], `webhooks trigger ${UUID}`),
  'webhooks deliveries':  list('listEventDeliveries', ['endpointId'], ['eventId', 'eventType', 'state', 'attempts', 'lastStatus', 'nextAt'], `webhooks deliveries ${UUID} --state failed`),
  'webhooks delivery':    record('getEventDelivery', ['endpointId', 'eventId'], `webhooks delivery ${UUID} ${EVENT}`),
  'webhooks inbox':       list('listProviderWebhooks', [], ['id', 'receivedAt', 'eventType', 'state', 'signature', 'retriedCount', 'subject'], 'webhooks inbox --event-type PAYMENT_STATUS_CHANGED'),
  'webhooks replay':      decision('replayProviderWebhook', ['webhookId'], `webhooks replay ${UUID} ${because('lost by us')}`),
  'statement list':       list('listStatements', [], ['id', 'sellerId', 'businessDate', 'payoutAmount', 'opening', 'movements', 'carried', 'holdReason'], 'statement list --seller-id acme'),
  'statement show':       record('getStatement', ['statementId'], `statement show ${UUID}`),
  'statement lines':      list('listStatementLines', ['statementId'], ['date', 'kind', 'orderId', 'lineId', 'amount', 'gross', 'commission', 'fees', 'vat', 'net'], `statement lines ${UUID} --all -o csv`),
  'statement get':        file('getStatementDocument', ['statementId'], `statement get ${UUID} --format pdf --file may.pdf`),
  'cash':                 record('forecastCash', [], 'cash --days 5'),
} as const satisfies Record<string, Command>;

export type CommandPath = keyof typeof commands;
/** Commands of groups begin with one of these. */
export const groups = [
  'order',
  'payment',
  'seller',
  'run',
  'payout',
  'break',
  'break sheet',
  'recon',
  'proof',
  'ledger',
  'decision',
  'dispatch',
  'jobs',
  'webhooks',
  'statement',
  'context',
  'clock',
] as const;
export type Group = (typeof groups)[number];

export const isFine = ({ verdict }: Command, answer: Row): boolean => verdict === undefined || answer[verdict] === true;
