import { randomUUID } from 'node:crypto';
import { emit, type Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
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

const INSERT = statement(`
  insert into onboarding.account_change (id, seller_id, bank_code, account_masked, account_fingerprint,
                                         previous_bank_code, previous_masked, asked_by, asked_at, state)
  values (:id, :sellerId, :bankCode, :accountMasked, :accountFingerprint, :previousBankCode, :previousMasked, :askedBy, :askedAt, :state)
    returning *`);

/** Records the request that a seller shall be paid to another account. */
export async function insertChange(
  tx: Executor,
  seller: SellerRow,
  asked: Asked,
  now: Date,
): Promise<AccountChangeRow> {
  const [row] = await INSERT.rows<AccountChangeRow>(tx, {
    id: randomUUID(),
    sellerId: seller.seller_id,
    bankCode: asked.bank_code,
    accountMasked: asked.account_masked,
    accountFingerprint: asked.account_fingerprint,
    previousBankCode: seller.bank_code,
    previousMasked: seller.account_masked,
    askedBy: asked.asked_by,
    askedAt: now,
    state: accountChangeMachine.initial,
  });
  if (!row) throw new Error(`The change of account of ${seller.seller_id} was not stored`);
  return announced(tx, row, now);
}

type Outcome = Partial<
  Pick<
    AccountChangeRow,
    'refusal_code' | 'trusted_fingerprint' | 'taken_at' | 'payable_from' | 'decided_by' | 'decided_at' | 'reason'
  >
>;

const ADVANCE = statement(`
  update onboarding.account_change set state = :state, refusal_code = :refusalCode, trusted_fingerprint = :trustedFingerprint,
    taken_at = :takenAt, payable_from = :payableFrom,
  decided_by = :decidedBy, decided_at = :decidedAt, reason = :reason where id = :id returning *`);

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
  const [row] = await ADVANCE.rows<AccountChangeRow>(tx, {
    id: change.id,
    state: verdict.to,
    refusalCode: after.refusal_code,
    trustedFingerprint: after.trusted_fingerprint,
    takenAt: after.taken_at,
    payableFrom: after.payable_from,
    decidedBy: after.decided_by,
    decidedAt: after.decided_at,
    reason: after.reason,
  });
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
