import {
  eachPayout,
  eachSettlementPage,
  eachTransaction,
  type SettlementRow,
  type TransactionRow,
} from '@jeongsan/provider-client';
import { payoutStatuses, type PayoutStatus } from '@jeongsan/provider-contract';
import type { Clients } from '../platform/clients.js';
import { inParallel } from '../play/in-parallel.js';
import { listAll } from '../play/list-all.js';
import type { Played } from '../play/play-market.js';
import { askExplanations } from './explanations.js';
import { askOrderStories } from './order-stories.js';
import type { Facts } from './facts.js';
import { total, type Tally } from './tally.js';
import { askCancels } from './cancel-facts.js';
import { askForeignMoney } from './foreign-money.js';
import { comparePreviews } from './previews.js';
import { sumByWay, type BookedOrder, type OrderAmount } from './ways.js';

const PER_PAGE = 200;
const ORDERS_AT_ONCE = 16;
const EMPTY: Tally = { count: 0, amount: 0n };

type Window = Readonly<{ from: string; until: string }>;

/** Asks every service. Reads no table and no market file: the report must not depend on the player of the market. */
export async function collectFacts(clients: Clients, played: Omit<Played, 'spentMs'>): Promise<Facts> {
  const { from, until, placed } = played;
  const [{ rows, all, ...provider }, { trial, ...platform }, books, cancels] = await Promise.all([
    askProvider(clients, { from, until }),
    askPlatform(clients),
    askGateway(clients, placed),
    askCancels(clients.gateway, played.allocated),
  ]);
  const foreign = await askForeignMoney(clients, played.refused, all, trial);
  const ways = sumByWay(placed, books, rows);
  const previews = comparePreviews(played.previews, books.orders);
  return { from, until, ways, cancels, foreign, previews, ...provider, ...platform };
}

async function askGateway({ gateway }: Clients, placed: Played['placed']) {
  const orders: BookedOrder[] = [];
  await inParallel(placed, ORDERS_AT_ONCE, async ({ orderId }) => {
    orders.push(await gateway.getOrder({ params: { orderId } }));
  });
  const payments = await listAll((after) => gateway.listPayments({ query: { limit: PER_PAGE, ...after } }));
  return { orders, payments };
}

async function askProvider({ provider, control }: Clients, window: Window) {
  const transactions = await collectTransactions(provider, window);
  const [{ settledRows, missingRows, ...settlements }, { entityBody: balance }, payouts, book] = await Promise.all([
    collectSettlements(provider, window, transactions.byKey),
    provider.getBalance({}),
    tallyPayouts(provider),
    control.readBook({}),
  ]);
  const { all, approved, canceled } = transactions;
  return {
    all,
    rows: { listed: [...transactions.byKey.values()], settled: settledRows, unsettled: missingRows },
    transactions: { approved, canceled },
    settlements,
    balance: { pending: balance.pendingAmount?.minor ?? 0n, available: balance.availableAmount.minor },
    providerPayouts: payouts,
    book,
  };
}

async function collectTransactions(provider: Clients['provider'], { from, until }: Window) {
  const all: TransactionRow[] = [];
  const byKey = new Map<string, OrderAmount>();
  let approved = EMPTY;
  let canceled = EMPTY;
  const window = { startDate: `${from}T00:00:00`, endDate: `${until}T23:59:59` };
  for await (const transaction of eachTransaction(provider, window)) {
    all.push(transaction);
    const { transactionKey, orderId, status, currency } = transaction;
    const amount = transaction.amount ?? 0n;
    if (currency !== 'KRW') continue;
    const isCancel = status === 'CANCELED' || status === 'PARTIAL_CANCELED';
    byKey.set(transactionKey, { orderId, amount: isCancel ? -amount : amount });
    if (isCancel) canceled = plus(canceled, amount);
    else approved = plus(approved, amount);
  }
  return { all, byKey, approved, canceled };
}

async function collectSettlements(
  provider: Clients['provider'],
  { from, until }: Window,
  transactions: ReadonlyMap<string, OrderAmount>,
): Promise<Facts['settlements'] & { settledRows: OrderAmount[]; missingRows: OrderAmount[] }> {
  const rows: SettlementRow[] = [];
  const window = { startDate: from, endDate: until, dateType: 'soldDate' } as const;
  for await (const page of eachSettlementPage(provider, window)) {
    rows.push(...page.items.filter(({ currency }) => currency === 'KRW'));
  }
  const settled = new Set(rows.map((row) => row.transactionKey));
  const missingRows = [...transactions].filter(([key]) => !settled.has(key)).map(([, row]) => row);
  return {
    rows: rows.length,
    amount: total(rows, (row) => row.amount ?? 0n),
    fee: total(rows, (row) => row.fee ?? 0n),
    supplyAmount: total(rows, (row) => row.supplyAmount ?? 0n),
    vat: total(rows, (row) => row.vat ?? 0n),
    payOutAmount: total(rows, (row) => row.payOutAmount ?? 0n),
    missing: { count: missingRows.length, amount: total(missingRows, ({ amount }) => amount) },
    settledRows: rows.map(({ orderId, amount }) => ({ orderId, amount: amount ?? 0n })),
    missingRows,
  };
}

const isKnown = (status: string): status is PayoutStatus => (payoutStatuses as readonly string[]).includes(status);

async function tallyPayouts(provider: Clients['provider']): Promise<Record<PayoutStatus, Tally>> {
  const tallies = Object.fromEntries(payoutStatuses.map((status) => [status, EMPTY])) as Record<PayoutStatus, Tally>;
  for await (const { status, amount } of eachPayout(provider, {}))
    if (isKnown(status)) tallies[status] = plus(tallies[status], amount.minor);
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
      listAll((after) => reconciler.listBalanceProofs({ query: { limit, ...after } })),
      reconciler.proveBalanceNow({ query: {} }),
      listAll((after) => reconciler.listBreaks({ query: { open: 'true', limit, ...after } })),
      backlogs['payout-scheduler'].readBacklog({}),
    ]);
  return {
    trial,
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
