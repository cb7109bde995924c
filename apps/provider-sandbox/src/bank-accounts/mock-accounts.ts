import { createHash } from 'node:crypto';

/**
 * The accounts of the sandbox's banks: mock data, as in the provider's test environment. The account number
 * alone decides, so that a test can choose its answer.
 */
export type AccountTraits = Readonly<{ exists: boolean; isHeldByAnyName: boolean; takesDeposits: boolean }>;

// ASSUMED: the provider publishes no account numbers that fail a check; these endings are the sandbox's own.
const NO_ACCOUNT = /0000$/;
const OTHER_HOLDER = /9999$/;
const NO_DEPOSITS = /8888$/;

export const traitsOf = (accountNumber: string): AccountTraits => ({
  exists: !NO_ACCOUNT.test(accountNumber),
  isHeldByAnyName: !NO_ACCOUNT.test(accountNumber) && !OTHER_HOLDER.test(accountNumber),
  takesDeposits: !NO_DEPOSITS.test(accountNumber),
});

/** A holder name derived from the account, so that every lookup returns the same name. */
export function mockHolderName(bankCode: string, accountNumber: string): string {
  const digest = createHash('sha256').update(`${bankCode}:${accountNumber}`).digest();
  const pick = (list: readonly string[], at: number): string => list[(digest[at] ?? 0) % list.length] ?? '';
  return pick(FAMILY_NAMES, 0) + pick(GIVEN_NAMES, 1);
}

const FAMILY_NAMES = ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임'] as const;
const GIVEN_NAMES = [
  '민준',
  '서연',
  '도윤',
  '하은',
  '지호',
  '수아',
  '예준',
  '지우',
  '현우',
  '유진',
  '은서',
  '태양',
] as const;

/** The provider's published test accounts (bank code, account number) to which payouts fail at the bank. */
const failingAccounts = new Set(['295:77701777777', '011:3025353430761', '002:02004240994312']);

export const refusesPayouts = (bankCode: string, accountNumber: string): boolean =>
  failingAccounts.has(`${bankCode}:${accountNumber}`);
