import type { Random } from '@jeongsan/random';
import type { ProviderPayment } from './provider-side.js';
import type { SoldLine, SoldOrder } from './sold-order.js';

type Sold = Pick<SoldLine, 'sellerId' | 'amount'>;
/** The amount that a cancel through us was asked to take from each line, by the reason of the cancel. */
export type AskedParts = ReadonlyMap<string, readonly bigint[]>;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Divides `amount` in proportion to `weights`: each share rounded down, the odd won to the largest remainders, earlier lines first. */
export function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight, index) => ({
    index,
    won: (amount * weight) / whole,
    remainder: (amount * weight) % whole,
  }));
  const odd = Number(amount - sum(shares.map(({ won }) => won)));
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  );
  const lucky = new Set(byRemainder.slice(0, odd).map(({ index }) => index));
  return shares.map(({ won, index }) => won + (lucky.has(index) ? 1n : 0n));
}

/**
 * A cancel that names no lines takes whole lines where they add up to it: one line, all lines of one seller, or two lines; then the
 * same for the lines that stay. Otherwise every line gives in proportion (docs/decisions/0042).
 */
export function assumed(amount: bigint, left: readonly bigint[], lines: readonly Sold[]): bigint[] {
  const choices = wholeSets(left, lines);
  const adds = (to: bigint) => choices.find((chosen) => sum(left.filter((_, index) => chosen.includes(index))) === to);
  const taken = amount === 0n ? [] : adds(amount);
  if (taken) return left.map((won, index) => (taken.includes(index) ? won : 0n));
  const kept = adds(sum(left) - amount);
  if (kept) return left.map((won, index) => (kept.includes(index) ? 0n : won));
  return split(amount, left);
}

/** The sets of lines that a cancel may take whole, in the order in which they are tried. */
function wholeSets(left: readonly bigint[], lines: readonly Sold[]): number[][] {
  const open = left.flatMap((won, index) => (won > 0n ? [index] : []));
  const sellers = [...new Set(open.map((index) => lines[index]?.sellerId))];
  const pairs = open.flatMap((first) => open.filter((second) => second > first).map((second) => [first, second]));
  return [
    ...open.map((index) => [index]),
    ...sellers.map((seller) => open.filter((index) => lines[index]?.sellerId === seller)),
    ...pairs,
  ];
}

/** Whether the provider has, or had, the buyer's money. A deposit that the bank withdrew is not money. */
export const isPaid = ({ status, approvedAt }: ProviderPayment): boolean =>
  approvedAt instanceof Date && ['DONE', 'PARTIAL_CANCELED', 'CANCELED'].includes(status);

/** The cancels that took effect, oldest first. */
export const cancelsOf = ({ cancels }: ProviderPayment) =>
  (cancels ?? [])
    .filter(({ cancelStatus }) => cancelStatus === 'DONE')
    .sort((a, b) => (a.canceledAt?.getTime() ?? 0) - (b.canceledAt?.getTime() ?? 0));

/** What is left of each line after the cancels: as the market asked, and otherwise in proportion to what was left before. */
export function remainingOf(lines: readonly Sold[], seen: ProviderPayment, asked: AskedParts): bigint[] {
  let left = lines.map(({ amount }) => amount);
  for (const { cancelAmount, cancelReason } of cancelsOf(seen)) {
    const wanted = asked.get(cancelReason ?? '') ?? left.map(() => 0n);
    const kept = left.map((won, index) => least(won, wanted[index] ?? 0n));
    const free = left.map((won, index) => won - (kept[index] ?? 0n));
    const rest = assumed(cancelAmount - sum(kept), free, lines);
    left = left.map((won, index) => won - (kept[index] ?? 0n) - (rest[index] ?? 0n));
  }
  return left;
}

/**
 * What a seller keeps of a line of which `left` won remain. Worked for 10 %: 10,000 sold is commission 1,000, VAT 100, net 8,900.
 * Charges come back in proportion, rounded down, and a seller gives back at most the net amount.
 */
export function netOf({ amount }: Sold, left: bigint): bigint {
  const commission = amount / 10n;
  const vat = commission / 10n;
  const net = amount - commission - vat;
  const canceled = amount - left;
  const back = canceled - (commission * canceled) / amount - (vat * canceled) / amount;
  return net - least(back, net);
}

/** The state that our record of a payment must have; null: no record is needed, and one that exists came to nothing. */
export function stateOf(seen: ProviderPayment): string | null {
  if (isPaid(seen)) {
    const canceled = sum(cancelsOf(seen).map(({ cancelAmount }) => cancelAmount));
    if (canceled === 0n) return 'approved';
    return canceled === seen.totalAmount ? 'canceled' : 'partially_canceled';
  }
  if (seen.status === 'WAITING_FOR_DEPOSIT') return seen.virtualAccount?.expired ? 'expired' : 'waiting';
  return null;
}

/** A part to cancel: one line's whole rest, or any amount. The sandbox takes whole dollars. */
export function partOf(random: Random, seen: ProviderPayment, left: readonly bigint[]): bigint {
  const unit = seen.currency === 'USD' ? 100n : 1n;
  const whole = random.pick(left);
  if (whole > 0n && unit === 1n && random.chance(0.3)) return whole;
  return BigInt(random.integer(1, Number(seen.balanceAmount / unit))) * unit;
}

/** An order and its payment at the provider. */
export type Sale = Readonly<{
  facts: SoldOrder;
  isRegistered: boolean;
  /** The order is registered with another amount than the buyer paid. */
  isMispriced: boolean;
  /**
   * Canceled money that has not arrived at the buyer's bank. Absent: all that was canceled while the provider's one status for all
   * refunds says that they are under way or failed.
   */
  refundsOpen?: bigint | undefined;
}>;
export type Found = Readonly<{ seen: ProviderPayment; sale: Sale }>;

/** Why no registered order fits a payment; null: its order does. */
export function unallocatedBecause({ seen, sale }: Found): string | null {
  if (seen.currency !== 'KRW') return 'FOREIGN_CURRENCY';
  if (!sale.isRegistered) return 'NO_ORDER';
  return sale.isMispriced ? 'AMOUNT_DIFFERS' : null;
}

const hasOpenRefund = ({ virtualAccount }: ProviderPayment): boolean =>
  ['PENDING', 'FAILED', 'PARTIAL_FAILED'].includes(virtualAccount?.refundStatus ?? 'NONE');

/**
 * The balances that follow from the provider's records and the registered orders alone, by currency and account: each seller with
 * all its accounts, the platform with all of its own. Assets are positive. Foreign money is in its smallest unit.
 */
export function expectedBooks(found: readonly Found[], asked: AskedParts): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  const add = (code: string, amount: bigint) => (sums[code] = (sums[code] ?? 0n) + amount);
  for (const { seen, sale } of found) {
    const canceled = sum(cancelsOf(seen).map(({ cancelAmount }) => cancelAmount));
    if (isPaid(seen)) {
      const kept = seen.totalAmount - canceled;
      add(`${seen.currency} provider:receivable`, kept);
      if (unallocatedBecause({ seen, sale }) !== null) add(`${seen.currency} unallocated`, -kept);
      else addLines(add, { seen, sale }, asked);
    }
    const open = sale.refundsOpen ?? (hasOpenRefund(seen) ? canceled : 0n);
    add('KRW provider:refunds', open);
    add('KRW buyers:refunds', -open);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, balance]) => balance !== 0n));
}

function addLines(
  add: (code: string, amount: bigint) => void,
  { seen, sale: { facts } }: Found,
  asked: AskedParts,
): void {
  const left = remainingOf(facts.lines, seen, asked);
  facts.lines.forEach((line, index) => {
    const won = left[index] ?? 0n;
    const net = netOf(line, won);
    add(`KRW seller:${line.sellerId}`, -net);
    add('KRW platform', net - won);
  });
}
