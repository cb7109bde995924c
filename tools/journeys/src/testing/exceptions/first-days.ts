import { MARKET, OPERATOR, sellers } from '@jeongsan/attack/story';
import { books } from './books.js';
import type { Exception } from './exception.js';
import { moneyIn } from './money-in.js';
import { payouts, runs } from './runs.js';

const MONEY_IN_TIME = {
  nobody: 'money is added at the bank, or comes with the settlement that the page names',
} as const;

const account = {
  arise: async (world) => {
    const body = { bankCode: '088', accountNumber: '110987654322', holderName: '박도현' } as const;
    await world.teller.ask('changeSellerAccount', MARKET, { params: { sellerId: sellers.ceramics }, body });
    await world.until('a change that waits for a person', async () => {
      const { items } = await world.teller.ask('listAccountChanges', OPERATOR, { query: { state: 'waiting' } });
      return items[0];
    });
  },
  who: 'approver',
  clicks: ['[role="cell"] a[href*="/console/account-changes/"]'],
  evidence: 'main:has-text("110987654322"), main:has-text("4322")',
  settle: { operation: 'confirmAccountChange', fields: { reason: 'Copy of the bank book seen' } },
} as const satisfies Exception;

const short = (evidence: string): Exception => ({
  ...{ arise: () => Promise.resolve(), who: 'operator', clicks: [], evidence, settle: MONEY_IN_TIME },
});

/** Kinds of work of the first days, in the order in which a story brings them. */
export const firstDays = {
  UNALLOCATED_PAYMENT: moneyIn.UNALLOCATED_PAYMENT,
  ASSUMED_CANCEL: moneyIn.ASSUMED_CANCEL,
  ACCOUNT_CHANGE: account,
  RUN_TO_APPROVE: runs.RUN_TO_APPROVE,
  SENDING_STOPPED: runs.SENDING_STOPPED,
  CASH_SHORT: short('main [role="alert"]:has-text("short by")'),
  BALANCE_SHORT: short('main :text-is("Missing")'),
  RUN_KEPT: runs.RUN_KEPT,
  PARKED_PAYOUT: payouts.PARKED_PAYOUT,
  DEAD_JOB: books.DEAD_JOB,
  FINDING: books.FINDING,
} as const satisfies Readonly<Record<string, Exception>>;
