import { eachPayout, eachSettlementPage, eachTransaction, type SettlementRow } from '@jeongsan/provider-client';
import { payoutStatuses, type PayoutStatus } from '@jeongsan/provider-contract';
import type { Clients } from '../platform/clients.js';
import { listAll } from '../play/list-all.js';
import type { Played } from '../play/play-market.js';
import { askExplanations } from './explanations.js';
import { askOrderStories } from './order-stories.js';
import { total, type Facts } from './facts.js';
import type { Tally } from './tally.js';
import { askWays, type OrderAmount } from './ways.js';

const PER_PAGE = 200;
const EMPTY: Tally = { count: 0, amount: 0n };

type Window = Readonly<{ from: string; until: string }>;

/** Asks every service. Reads no table and no market file: the report must not depend on the player of the market. */
export async function collectFacts(
  clients: Clients,
  played: Pick<Played, 'from' | 'until' | 'placed'>,
): Promise<Facts> {
  const { from, until, placed } = played;
  const [{ rows, ...provider }, platform] = await Promise.all([
    askProvider(clients, { from, until }),
    askPlatform(clients),
  ]);
  return { from, until, ways: await askWays(clients, placed, rows), ...provider, ...platform };
}

async function askProvider({ provider, control }: Clients, window: Window) {
  const transactions = await collectTransactions(provider, window);
  const [{ settledRows, missingRows, ...settlements }, { entityBody: balance }, payouts, book] = await Promise.all([
    collectSettlements(provider, window, transactions.byKey),
    provider.getBalance({}),
    tallyPayouts(provider),
    control.readBook({}),
  ]);
  const { approved, canceled } = transactions;
  return {
    rows: { listed: [...transactions.byKey.values()], settled: settledRows, unsettled: missingRows },
    transactions: { approved, canceled },
    settlements,
    balance: { pending: balance.pendingAmount.minor, available: balance.availableAmount.minor },
    providerPayouts: payouts,
    book,
  };
}

async function collectTransactions(provider: Clients['provider'], { from, until }: Window) {
  const byKey = new Map<string, OrderAmount>();
  let approved = EMPTY;
  let canceled = EMPTY;
  const window = { startDate: `${from}T00:00:00`, endDate: `${until}T23:59:59` };
  for await (const { transactionKey, orderId, status, amount } of eachTransaction(provider, window)) {
    const isCancel = status === 'CANCELED' || status === 'PARTIAL_CANCELED';
    byKey.set(transactionKey, { orderId, amount: isCancel ? -amount : amount });
    if (isCancel) canceled = plus(canceled, amount);
    else approved = plus(approved, amount);
  }
  return { byKey, approved, canceled };
}

async function collectSettlements(
  provider: Clients['provider'],
  { from, until }: Window,
  transactions: ReadonlyMap<string, OrderAmount>,
): Promise<Facts['settlements'] & { settledRows: OrderAmount[]; missingRows: OrderAmount[] }> {
  const rows: SettlementRow[] = [];
  const window = { startDate: from, endDate: until, dateType: 'soldDate' } as const;
  for await (const page of eachSettlementPage(provider, window)) rows.push(...page.rows);
  const settled = new Set(rows.map((row) => row.transactionKey));
  const missingRows = [...transactions].filter(([key]) => !settled.has(key)).map(([, row]) => row);
  return {
    rows: rows.length,
    amount: total(rows, (row) => row.amount),
    fee: total(rows, (row) => row.fee),
    supplyAmount: total(rows, (row) => row.supplyAmount),
    vat: total(rows, (row) => row.vat),
    payOutAmount: total(rows, (row) => row.payOutAmount),
    missing: { count: missingRows.length, amount: total(missingRows, ({ amount }) => amount) },
    settledRows: rows.map(({ orderId, amount }) => ({ orderId, amount })),
    missingRows,
  };
}

async function tallyPayouts(provider: Clients['provider']): Promise<Record<PayoutStatus, Tally>> {
  const tallies = Object.fromEntries(payoutStatuses.map((status) => [status, EMPTY])) as Record<PayoutStatus, Tally>;
  for await (const { status, amount } of eachPayout(provider, {}))
    tallies[status] = plus(tallies[status], amount.minor);
  return tallies;
}

async function askPlatform({ scheduler, reconciler, onboarding, backlogs }: Clients) {
  const limit = PER_PAGE;
  const [runs, payouts, statements, positions, sellers, trial, verification, proofs, proofNow, breaks, backlog] =
    await Promise.all([
      listAll((after) => scheduler.listRuns({ query: { limit, ...after } })),
      listAll((after) => scheduler.listPayoutViews({ query: { limit, ...after } })),
      listAll((after) => scheduler.listStatements({ query: { limit, ...after } })),
      listAll((after) => scheduler.listSellerPositions({ query: { limit, ...after } })),
      listAll((after) => onboarding.listSellerViews({ query: { limit, ...after } })),
      reconciler.getTrialBalance({ query: {} }),
      reconciler.verifyLedger({}),
      listAll((after) => reconciler.listProofs({ query: { limit, ...after } })),
      reconciler.proveNow({ query: {} }),
      listAll((after) => reconciler.listBreaks({ query: { open: 'true', limit, ...after } })),
      backlogs['payout-scheduler'].readBacklog({}),
    ]);
  return {
    runs,
    payouts,
    statements: { count: statements.length, amount: total(statements, (statement) => statement.payoutAmount) },
    positions,
    explanations: await askExplanations(scheduler, statements, payouts),
    orderStories: await askOrderStories(
      scheduler,
      positions.map(({ sellerId }) => sellerId),
      payouts,
    ),
    providerSellerIds: new Map(sellers.map(({ sellerId, providerSellerId }) => [sellerId, providerSellerId ?? ''])),
    ledger: {
      balances: new Map(
        trial.accounts.filter(({ currency }) => currency === 'KRW').map(({ account, balance }) => [account, balance]),
      ),
      sum: trial.sum,
      verification,
    },
    proofs,
    proofNow,
    openBreaks: breaks.length,
    deadJobs: backlog.jobs.reduce((count, job) => count + job.dead, 0),
  };
}

const plus = ({ count, amount }: Tally, more: bigint): Tally => ({ count: count + 1, amount: amount + more });
