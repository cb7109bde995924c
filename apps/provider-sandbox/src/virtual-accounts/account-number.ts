import { createHash } from 'node:crypto';
import { randomDigits } from '../ids.js';

const DIGITS = 13;

/** An account number of the test environment: it starts with an X, so it cannot be a real account. */
export const newAccountNumber = (): string => `X${randomDigits(DIGITS)}`;

/** The number of a fixed account: the same bank and key always give the same number. */
export function fixedAccountNumber(bankCode: string, accountKey: string): string {
  const digest = createHash('sha256').update(`${bankCode}:${accountKey}`).digest();
  return `X${(digest.readBigUInt64BE() % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0')}`;
}
