import { won } from '@jeongsan/money';
import { componentNames, componentTable, type LineAmounts, type LineComponent } from '@jeongsan/settlement';
import { type Account, chart } from './chart.js';
import type { Transfer } from './posting.js';

type Group = Readonly<{ account: () => Account; sign: bigint; components: readonly LineComponent[] }>;

/**
 * The components of a line, grouped by account: components of one account are posted as one amount. A group stands at the place
 * of its last component. The order may never change: the hash of a posting includes the order of its transfers.
 */
const groups: readonly Group[] = (() => {
  const byAccount = new Map<string, Group>();
  for (const name of componentNames) {
    const { account, sign } = componentTable[name];
    const components = [...(byAccount.get(account)?.components ?? []), name];
    byAccount.delete(account);
    byAccount.set(account, { account: chart[account], sign, components });
  }
  return [...byAccount.values()];
})();

/**
 * The transfers between an account of the seller and the accounts of the components, for a line or for differences of a line.
 */
export const componentTransfers = (seller: Account, amounts: Partial<LineAmounts>): Transfer[] =>
  groups.map(({ account, sign, components }) => {
    const amount = components.reduce((sum, name) => sum + (amounts[name] ?? 0n), 0n);
    const [debit, credit] = sign > 0n ? [account(), seller] : [seller, account()];
    return { debit, credit, amount: won(amount) };
  });

/** Codes of the platform's and the provider's accounts that line components are posted to. */
export const componentAccounts: readonly string[] = groups.map(({ account }) => account().code);
