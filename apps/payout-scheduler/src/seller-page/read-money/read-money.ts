import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { type PayoutPolicy, payoutGates } from '@jeongsan/payouts';
import {
  type getSellerPageMoney as contract,
  type SellerMoneyKind,
  sellerMoneyKinds,
} from '@jeongsan/platform-contract';
import { type Language, reasonCodes, sellerReasons } from '@jeongsan/settlement';
import { readGateFacts } from '../../closing/close-statements/gate-facts.js';
import { balanceAt } from '../../explanations/balance-at/balance-at.js';
import { sentenceOf } from '../sentence.js';

type Money = Output<typeof contract>;
type Hold = Money['holds'][number];
type Balance = Awaited<ReturnType<typeof balanceAt>>;
type Expected = Balance['expected'][number];

/**
 * The seller's money by kind, what comes when, and what keeps money back. Call it in one snapshot, so that the parts add up.
 * @throws SELLER_NOT_FOUND
 */
export async function readMoney(
  tx: Executor,
  sellerId: string,
  lang: Language,
  policy: Pick<PayoutPolicy, 'calendar' | 'weeklyLimit'>,
  now: Date,
): Promise<Money> {
  const balance = await balanceAt(tx, sellerId, { lang, audience: 'seller', at: undefined }, policy, now);
  const blocked = await blockedBy(tx, sellerId, now);
  const amounts = new Map(balance.accounts.map((one) => [one.account, one.balance]));
  const kinds = sellerMoneyKinds.map((kind) => ({ kind, amount: signed(kind, amounts.get(kind) ?? 0n) }));
  return {
    at: balance.at,
    total: kinds.reduce((sum, { amount }) => sum + amount, 0n),
    kinds,
    upcoming: balance.expected.map((row) => upcomingOf(row, blocked, lang)),
    holds: [...balance.holds.map((hold) => holdOf(hold, lang)), ...rulesOf(balance, blocked, lang)],
  };
}

/** The balance of a debt is what the seller owes. */
const signed = (kind: SellerMoneyKind, balance: bigint): bigint => (kind === 'debt' ? -balance : balance);

/** The reason why the seller cannot be paid at present, whatever the amount: state or account. Null: the seller can be paid. */
async function blockedBy(tx: Executor, sellerId: string, now: Date): Promise<string | null> {
  const facts = (await readGateFacts(tx, [sellerId], now)).get(sellerId);
  if (!facts) return null;
  const amountAlone = { minimumPayout: 0n, weeklyLimit: 1n };
  return payoutGates(1n, { ...facts, holds: [], paidThisWeek: 0n }, amountAlone).holdReason;
}

/** Reasons of the seller's state or account. A statement keeps the one of its day, which may be over since. */
const ofState: ReadonlySet<string> = new Set([...sellerReasons, 'ACCOUNT_CHANGED']);

function upcomingOf(row: Expected, blocked: string | null, lang: Language): Money['upcoming'][number] {
  const { account: kind, amount, count, statementDate, payoutId, reason } = row;
  const isPayable = kind === 'payable';
  const code = ofState.has(reason.code) ? 'WAITS_FOR_STATEMENT' : reason.code;
  // A date for payable money would be a promise that the state of the seller does not allow.
  const date = kind === 'reserved' ? reason.date : isPayable && blocked !== null ? null : statementDate;
  return { kind, amount, count, on: date, payoutId, ...sentenceOf(isPayable ? (blocked ?? code) : reason.code, lang) };
}

const knownCodes: ReadonlySet<string> = new Set(reasonCodes);
const generalCode = { SELLER: 'SELLER_HOLD', ORDER: 'HELD_ORDER', AMOUNT: 'HELD_AMOUNT' } as const;
type HoldScope = keyof typeof generalCode;

/** A code that an operator chose says nothing to the seller: the general text of its scope stands for it. */
function holdOf({ scope: stored, orderId, reason }: Balance['holds'][number], lang: Language): Hold {
  const scope = stored as HoldScope;
  const code = knownCodes.has(reason.code) ? reason.code : generalCode[scope];
  return { scope, orderId, amount: reason.amount, endsOn: reason.date, ...sentenceOf(code, lang) };
}

/** What keeps payable money from the next payout, besides holds. */
function rulesOf({ expected, holds }: Balance, blocked: string | null, lang: Language): Hold[] {
  const rule = (code: string, amount: bigint | null): Hold => ({
    ...{ scope: 'RULE', orderId: null, amount, endsOn: null },
    ...sentenceOf(code, lang),
  });
  const payable = expected.find(({ account }) => account === 'payable');
  if (blocked !== null) return [rule(blocked, payable?.amount ?? null)];
  const isHeld = holds.some(({ scope }) => scope === 'SELLER');
  if (!payable || isHeld || !ruleReasons.has(payable.reason.code)) return [];
  return [rule(payable.reason.code, payable.amount)];
}

/** Reasons of a statement that carried money which a seller should hear about, and which no hold in the list says. */
const ruleReasons: ReadonlySet<string> = new Set([
  'BELOW_MINIMUM',
  'WEEKLY_LIMIT',
  'FUTURE_DEBITS',
  'TAX_INVOICE_MISSING',
]);
