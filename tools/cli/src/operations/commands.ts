import type { JeongsanClient, OperationName, OperationOutput } from '@jeongsan/client';
import type { Row } from '../output/table.js';

type OfService = 'getBacklog' | 'listDeadJobs' | 'reviveDeadJob' | 'listRevivals';
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

// prettier-ignore
/** Every command that calls one operation of the API. Its flags are the members of the operation's query and body. */
export const commands = {
  'me':                   record('getMe', [], 'me'),
  'search':               list('search', ['q'], ['kind', 'id', 'title', 'matched', 'isExact', 'sellerId', 'orderId'], 'search ORDER-1'),
  'order list':           list('listOrders', [], ['orderId', 'orderedAt', 'state', 'totalAmount', 'canceledAmount', 'sellerIds', 'orderName'], 'order list --state approved --from 2026-05-01'),
  'order get':            record('getOrder', ['orderId'], 'order get ORDER-1 -o json'),
  'seller list':          list('listSellerViews', [], ['sellerId', 'state', 'businessType', 'bankCode', 'accountNumber', 'refusalCode', 'createdAt'], 'seller list --all -o csv'),
  'seller get':           record('getSellerView', ['sellerId'], 'seller get acme'),
  'run list':             list('listRuns', [], ['id', 'businessDate', 'state', 'payoutCount', 'total', 'heldCount', 'heldTotal', 'draftedBy', 'approvedBy'], 'run list --limit 5'),
  'run show':             record('getRun', ['runId'], `run show ${UUID}`),
  'run preview':          record('previewRun', ['runId'], `run preview ${UUID}`),
  'run approve':          decision('approveRun', ['runId'], `run approve ${UUID} --content-hash HASH`),
  'run draft':            decision('requestRun', [], 'run draft --business-date 2026-05-04 --reason "a day early"'),
  'run dispatch':         decision('dispatchRun', ['runId'], `run dispatch ${UUID} --reason "do not wait for 09:00"`),
  'run reject':           decision('rejectRun', ['runId'], `run reject ${UUID} --reason "wrong day"`),
  'payout list':          list('listPayoutViews', [], ['id', 'sellerId', 'amount', 'state', 'payoutDate', 'failureCode', 'runId'], 'payout list --state failed'),
  'payout explain':       record('explainPayout', ['payoutId'], `payout explain ${UUID}`),
  'break list':           list('listBreaks', [], ['id', 'class', 'severity', 'state', 'businessDate', 'amount', 'subject', 'owner', 'dueAt'], 'break list --open true --severity HIGH'),
  'break show':           record('getBreak', ['breakId'], `break show ${UUID}`),
  'break explain':        decision('explainBreak', ['breakId'], `break explain ${UUID} --reason ROUNDING`),
  'recon list':           list('listHandRuns', [], ['id', 'from', 'to', 'mode', 'state', 'day', 'openBreaks', 'requestedBy'], 'recon list'),
  'recon show':           record('getReconciliation', ['businessDate'], 'recon show 2026-05-04'),
  'recon run':            record('getHandRun', ['runId'], `recon run ${UUID}`),
  'proof list':           list('listNightProofs', [], ['businessDate', 'number', 'state', 'equations', 'differing', 'excepted', 'takenAt'], 'proof list --limit 7'),
  'proof show':           record('getNightProof', ['businessDate'], 'proof show 2026-05-04 -o json'),
  'proof replay':         check(decision('replayProof', ['businessDate'], 'proof replay 2026-05-04 --yes'), 'same'),
  'ledger postings':      list('listLedgerPostings', [], ['id', 'key', 'template', 'about', 'effectiveAt', 'month', 'entryCount'], 'ledger postings --order-id ORDER-1'),
  'ledger posting':       record('getLedgerPosting', ['postingId'], 'ledger posting 1'),
  'ledger balance':       record('getAccountBalance', ['account'], 'ledger balance provider.available'),
  'ledger trial-balance': record('getTrialBalance', [], 'ledger trial-balance'),
  'ledger verify':        check(record('verifyLedger', [], 'ledger verify'), 'sound'),
  'dispatch status':      record('getDispatchControl', [], 'dispatch status'),
  'dispatch halt':        decision('haltDispatch', [], 'dispatch halt --reason "the bank is down"'),
  'dispatch resume':      decision('resumeDispatch', [], 'dispatch resume --reason "the bank is back"'),
  'dispatch findings':    list('listFindings', [], ['id', 'kind', 'providerPayoutId', 'sellerId', 'amount', 'ourAmount', 'foundAt'], 'dispatch findings --open true'),
  'jobs dead':            list('listDeadJobs', ['service'], ['id', 'job', 'diedAt', 'revivals', 'error'], 'jobs dead payout-scheduler'),
  'jobs revive':          decision('reviveDeadJob', ['service', 'id'], 'jobs revive payout-scheduler 17'),
  'jobs backlog':         record('getBacklog', ['service'], 'jobs backlog settlement-reconciler'),
  'webhooks endpoints':   list('listEndpoints', [], ['id', 'url', 'eventTypes', 'enabled', 'pausedBecause', 'failingSince'], 'webhooks endpoints'),
  'webhooks deliveries':  list('listEventDeliveries', ['endpointId'], ['eventId', 'eventType', 'state', 'attempts', 'lastStatus', 'nextAt'], `webhooks deliveries ${UUID} --state failed`),
  'webhooks redeliver':   decision('redeliver', ['endpointId', 'eventId'], `webhooks redeliver ${UUID} ${EVENT}`),
  'webhooks inbox':       list('listProviderWebhooks', [], ['id', 'receivedAt', 'eventType', 'subject', 'state', 'signature', 'retriedCount'], 'webhooks inbox --event-type PAYMENT_STATUS_CHANGED'),
  'webhooks replay':      decision('replayProviderWebhook', ['webhookId'], `webhooks replay ${UUID} --reason "lost by us"`),
  'statement list':       list('listStatements', [], ['id', 'sellerId', 'businessDate', 'opening', 'movements', 'payoutAmount', 'carried', 'holdReason'], 'statement list --seller-id acme'),
  'statement show':       record('getStatement', ['statementId'], `statement show ${UUID}`),
  'statement get':        file('getStatementDocument', ['statementId'], `statement get ${UUID} --format pdf --file may.pdf`),
  'cash':                 record('forecastCash', [], 'cash --days 5'),
} as const satisfies Record<string, Command>;

export type CommandPath = keyof typeof commands;
/** Commands of groups begin with one of these. */
export const groups = [
  'order',
  'seller',
  'run',
  'payout',
  'break',
  'recon',
  'proof',
  'ledger',
  'dispatch',
  'jobs',
  'webhooks',
  'statement',
  'context',
  'clock',
] as const;
export type Group = (typeof groups)[number];

export const isFine = ({ verdict }: Command, answer: Row): boolean => verdict === undefined || answer[verdict] === true;
