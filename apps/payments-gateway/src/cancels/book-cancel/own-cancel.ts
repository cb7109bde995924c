import type { Gateway, ProviderPayment } from '../../gateway.js';
import { reasonOf, type CancelRecord } from '../cancel-record.js';

export type ListedCancel = NonNullable<ProviderPayment['cancels']>[number];

/** A cancel of ours, and the key of the transaction that the provider's answer to its request names last. */
export type AnsweredCancel = Readonly<{ id: string; transactionKey: string | null | undefined }>;

/**
 * The open cancel of ours that a listed cancel is: the one that the provider has just answered, otherwise one with the same amount
 * and the same `cancelRequestId` or, where the provider shows none, the same reason. The console may cancel the same amount at the
 * same moment, and that is another cancel: both give money back, or the provider refuses ours.
 */
export function ownCancel(
  { seal }: Gateway,
  cancels: readonly CancelRecord[],
  listed: ListedCancel,
  answered?: AnsweredCancel,
): CancelRecord | undefined {
  const open = cancels.filter((cancel) => cancel.state === 'requested' && cancel.amount === listed.cancelAmount);
  if (answered && answered.transactionKey === listed.transactionKey) return open.find(({ id }) => id === answered.id);
  const { cancelRequestId: listedId } = listed;
  if (typeof listedId === 'string') return open.find(({ id, requestIdAbroad }) => (requestIdAbroad ?? id) === listedId);
  const { cancelReason } = listed;
  // An erased reason, and one that the provider does not show, cannot be compared.
  const isAlike = (cancel: CancelRecord) =>
    cancel.sealedReason === '' || typeof cancelReason !== 'string' || isSame(reasonOf(seal, cancel), cancelReason);
  return open.find(isAlike);
}

// ASSUMED: the provider shows the reason of a cancel as it was sent, but for spaces.
const isSame = (ours: string, listed: string): boolean => words(ours) === words(listed);
const words = (text: string): string => text.trim().replace(/\s+/g, ' ');
