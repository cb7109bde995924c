const SHOWN_FIRST = 3;
const SHOWN_LAST = 5;
const HIDDEN_MIN = 3;
const LAST_OF_SHORT = 2;

/** An account number as it may be shown, the way the provider shows it: `123*****90123`. A short one shows its end only. */
export function maskAccount(accountNumber: string): string {
  const hidden = accountNumber.length - SHOWN_FIRST - SHOWN_LAST;
  if (hidden >= HIDDEN_MIN) {
    return `${accountNumber.slice(0, SHOWN_FIRST)}${'*'.repeat(hidden)}${accountNumber.slice(-SHOWN_LAST)}`;
  }
  const shown = Math.min(LAST_OF_SHORT, Math.max(0, accountNumber.length - HIDDEN_MIN));
  return '*'.repeat(accountNumber.length - shown) + accountNumber.slice(accountNumber.length - shown);
}

/** Whether a number shown by somebody may be this account: every digit that is shown stands where it should. */
export function mayBeAccount(shown: string, accountNumber: string): boolean {
  return (
    shown.length === accountNumber.length && [...shown].every((digit, i) => digit === '*' || digit === accountNumber[i])
  );
}
