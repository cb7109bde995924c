import { won } from '@jeongsan/money';
import { componentNames, componentTable, type LineAmounts, type LineComponent } from '@jeongsan/settlement';
import { type Account, chart } from './chart.js';
import type { Transfer } from './posting.js';

type Group = Readonly<{ account: () => Account; sign: bigint; components: readonly LineComponent[] }>;

/**
 * The components by account, since those of one account move as one amount. An account stands where its last component does: the
 * order of a posting's transfers is part of what is hashed of it, so it may never change.
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

/** What components of a line, or differences of them, move between an account of the seller and those of the table. */
export const componentTransfers = (seller: Account, amounts: Partial<LineAmounts>): Transfer[] =>
  groups.map(({ account, sign, components }) => {
    const amount = components.reduce((sum, name) => sum + (amounts[name] ?? 0n), 0n);
    const [debit, credit] = sign > 0n ? [account(), seller] : [seller, account()];
    return { debit, credit, amount: won(amount) };
  });

/** The platform's and the provider's accounts that components of lines are posted to, by code. */
export const componentAccounts: readonly string[] = groups.map(({ account }) => account().code);
