/** The checks of a verification, in the order in which their flaws are reported. */
export const ledgerChecks = [
  'ENTRIES',
  'BALANCED',
  'SEAL',
  'ACCOUNT',
  'CHECKPOINT',
  'KEPT',
  'VERIFICATION',
  'PROOF',
  'DECISION',
] as const;
export type Check = (typeof ledgerChecks)[number];

/** A row that is not as it must be. */
export type Flaw = Readonly<{
  check: Check;
  /** The row, such as `posting/12`, `account/seller:1:payable`, `seal/3`, `proof/2026-05-03`. */
  subject: string;
  postingKey: string | null;
  entryId: string | null;
  account: string | null;
  expected: string;
  found: string;
}>;

/** A flaw without the columns that its row does not have. */
export const flaw = (
  it: Pick<Flaw, 'check' | 'subject' | 'expected' | 'found'> &
    Partial<Pick<Flaw, 'postingKey' | 'entryId' | 'account'>>,
): Flaw => ({ postingKey: null, entryId: null, account: null, ...it });

/** A flaw in one line. */
export const flawText = ({ check, subject, postingKey, entryId, account, expected, found }: Flaw): string =>
  [
    `${check} ${subject}`,
    ...(postingKey === null ? [] : [`key ${postingKey}`]),
    ...(entryId === null ? [] : [`entry ${entryId}`]),
    ...(account === null ? [] : [`account ${account}`]),
    `expected ${expected}`,
    `found ${found}`,
  ].join(', ');
