import type { EntityManager } from 'typeorm';
import type { RowPlace } from './adjusted-account.js';
import type { LockedBreak } from './change-break.js';

/** Locks the settlement row of a break, so that its money stays where it is until the entry is posted. */
export async function placeOf(tx: EntityManager, { class: kind, subject }: LockedBreak): Promise<RowPlace> {
  if (kind.startsWith('BALANCE')) return { providerAccount: subject.split(' ')[1] ?? '', state: null };
  const [row] = await tx.query<RowPlace[]>(
    `select account as "providerAccount", state from reconciliation.settlement where transaction_key = $1 for no key update`,
    [subject],
  );
  return row ?? { providerAccount: '', state: null };
}
