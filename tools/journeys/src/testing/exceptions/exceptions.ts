import { MARKET, OPERATOR, sellers } from '@jeongsan/attack/story';
import type { NeedKind } from '@jeongsan/platform-contract';
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

/** Every kind of work that waits on Today, in the order in which a story of days brings them. */
export const exceptions = {
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
} as const satisfies Partial<Record<NeedKind, Exception>>;

/** Kinds whose way is not counted here, and why. */
export const uncounted = {
  FAILED_PAYOUT: 'an account is mended and the payout made again by clicks in the whole day',
  BREAK: 'settled by clicks in the guided tasks',
  PROOF_MISSING: 'a night that cannot be read is tried again without end, and the story waits until nothing is tried',
  PAYMENT_DEADLINE: 'comes after days of nights that the story has no time for',
  OVERDUE_INVOICE: 'comes after the month is over',
} as const satisfies Record<Exclude<NeedKind, keyof typeof exceptions>, string>;
