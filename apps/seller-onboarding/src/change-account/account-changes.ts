import { randomUUID } from 'node:crypto';
import { emit, type Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { accountChangeMachine, type AccountChangeEvent, type AccountChangeState } from '@jeongsan/state-machines';
import type { SellerRow } from '../seller-row.js';

/** A row of `onboarding.account_change`. */
export type AccountChangeRow = Readonly<{
  id: string;
  number: bigint;
  seller_id: string;
  bank_code: string;
  account_masked: string;
  account_fingerprint: string;
  previous_bank_code: string;
  previous_masked: string;
  trusted_fingerprint: string | null;
  asked_by: string;
  asked_at: Date;
  state: AccountChangeState;
  refusal_code: string | null;
  taken_at: Date | null;
  payable_from: Date | null;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}>;

type Asked = Pick<AccountChangeRow, 'bank_code' | 'account_masked' | 'account_fingerprint' | 'asked_by'>;

/** Records the request that a seller shall be paid to another account. */
export async function insertChange(
  tx: Executor,
  seller: SellerRow,
  asked: Asked,
  now: Date,
): Promise<AccountChangeRow> {
  const [row] = await tx.query<AccountChangeRow[]>(
    `insert into onboarding.account_change (id, seller_id, bank_code, account_masked, account_fingerprint,
                                            previous_bank_code, previous_masked, asked_by, asked_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
    [
      ...[randomUUID(), seller.seller_id, asked.bank_code, asked.account_masked, asked.account_fingerprint],
      ...[seller.bank_code, seller.account_masked, asked.asked_by, now, accountChangeMachine.initial],
    ],
  );
  if (!row) throw new Error(`The change of account of ${seller.seller_id} was not stored`);
  return announced(tx, row, now);
}

type Outcome = Partial<
  Pick<
    AccountChangeRow,
    'refusal_code' | 'trusted_fingerprint' | 'taken_at' | 'payable_from' | 'decided_by' | 'decided_at' | 'reason'
  >
>;

/**
 * Moves a change of account to its next state. Throws ACCOUNT_CHANGE_STATE for a change whose state does not allow the
 * event. The database refuses to change a written decision.
 */
export async function advanceChange(
  tx: Executor,
  change: AccountChangeRow,
  event: AccountChangeEvent,
  outcome: Outcome,
  now: Date,
): Promise<AccountChangeRow> {
  const verdict = accountChangeMachine.classify(change.state, event);
  if (verdict.kind !== 'move')
    throw refuse('ACCOUNT_CHANGE_STATE', `Change of account ${change.id} is ${change.state}: nobody can ${event} it`);
  const after = { ...change, ...outcome };
  const [rows] = await tx.query<[AccountChangeRow[], number]>(
    `update onboarding.account_change set state = $2, refusal_code = $3, trusted_fingerprint = $4, taken_at = $5, payable_from = $6,
            decided_by = $7, decided_at = $8, reason = $9 where id = $1 returning *`,
    [
      ...[change.id, verdict.to, after.refusal_code, after.trusted_fingerprint, after.taken_at, after.payable_from],
      ...[after.decided_by, after.decided_at, after.reason],
    ],
  );
  const [row] = rows;
  if (!row) throw new Error(`Change of account ${change.id} is gone`);
  return announced(tx, row, now);
}

/** The seller's change in a state that only one change of a seller can have. The seller's row must be locked. */
export async function findChange(
  tx: Executor,
  sellerId: string,
  state: 'asked' | 'waiting',
): Promise<AccountChangeRow | undefined> {
  const [row] = await tx.query<AccountChangeRow[]>(
    `select * from onboarding.account_change where seller_id = $1 and state = $2`,
    [sellerId, state],
  );
  return row;
}

/** The change by which the seller got its present account; undefined while the seller has its first account. */
export async function latestTaken(tx: Executor, sellerId: string): Promise<AccountChangeRow | undefined> {
  const [row] = await tx.query<AccountChangeRow[]>(
    `select * from onboarding.account_change where seller_id = $1 and taken_at is not null order by number desc limit 1`,
    [sellerId],
  );
  return row;
}

/**
 * Emits the change for other teams and for the people who confirm: the masked account, and the date from which it is
 * paid to without a confirmation.
 */
async function announced(tx: Executor, row: AccountChangeRow, now: Date): Promise<AccountChangeRow> {
  const { id: changeId, seller_id: sellerId, state: status, bank_code: bankCode, account_masked: accountNumber } = row;
  const payableFrom = status === 'waiting' ? (row.payable_from?.toISOString() ?? null) : null;
  await emit(
    tx,
    'seller.account-changed',
    [{ entityId: sellerId, data: { changeId, sellerId, status, bankCode, accountNumber, payableFrom } }],
    now,
  );
  return row;
}
