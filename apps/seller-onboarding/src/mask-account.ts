const SHOWN_FIRST = 3;
const SHOWN_LAST = 5;
const HIDDEN_MIN = 3;
const LAST_OF_SHORT = 2;

/** Masks an account number like the provider does: `123*****90123`. A short number shows its last digits only. */
export function maskAccount(accountNumber: string): string {
  const hidden = accountNumber.length - SHOWN_FIRST - SHOWN_LAST;
  if (hidden >= HIDDEN_MIN) {
    return `${accountNumber.slice(0, SHOWN_FIRST)}${'*'.repeat(hidden)}${accountNumber.slice(-SHOWN_LAST)}`;
  }
  const shown = Math.min(LAST_OF_SHORT, Math.max(0, accountNumber.length - HIDDEN_MIN));
  return '*'.repeat(accountNumber.length - shown) + accountNumber.slice(accountNumber.length - shown);
}

/** Whether a masked number can stand for this account: same length, and every visible digit is equal. */
export function mayBeAccount(shown: string, accountNumber: string): boolean {
  return (
    shown.length === accountNumber.length && [...shown].every((digit, i) => digit === '*' || digit === accountNumber[i])
  );
}
