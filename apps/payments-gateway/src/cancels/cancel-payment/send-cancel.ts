import { hit } from '@jeongsan/failpoints';
import { CallError } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import { cancelPayment, type PaymentMethodName } from '@jeongsan/provider-contract';
import { bookSeen } from '../../payments/book-payment/book-seen.js';
import { progressOf } from '../cancel-progress.js';
import { findCancel, reasonOf, refundAccountTextOf, type CancelRecord } from '../cancel-record.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { contradiction, onlyRejections } from '../../outcome.js';
import type { CancelAsked } from './plan-cancel.js';
import { cancelRefused, refuseCancel } from './refuse-cancel.js';

const RefundAccountAsked = cancelPayment.body.shape.refundReceiveAccount.unwrap();

/**
 * Sends a cancel and books its outcome. The idempotency key at the provider is made of the cancel's id, so sending the same
 * cancel again is the same request; only after the answer that another cancel is in progress the key is another one, because the
 * provider repeats its answers. Throws CANCEL_REFUSED, or the CallError of an unknown outcome.
 */
export async function sendCancel(gateway: Gateway, cancel: CancelRecord): Promise<ProviderPayment> {
  const { paymentKey, amount, taxFree } = cancel;
  const reason = reasonOf(gateway.seal, cancel);
  // The amount is always named: "all that remains" can mean another amount by the time the provider reads the request.
  const body = {
    cancelReason: reason,
    cancelAmount: amount,
    ...(taxFree > 0n && { taxFreeAmount: taxFree }),
    ...refundAccount(gateway.seal, cancel),
    ...abroad(cancel),
  };
  const answer = await gateway.provider
    .cancelPayment({ params: { paymentKey }, body }, { idempotencyKey: keyOf(cancel) })
    .catch((error: unknown) => countAttempt(gateway, cancel, error))
    .catch(onlyRejections);
  await hit('send-cancel:answered');
  if (answer instanceof CallError) {
    const state = await refuseCancel(gateway, cancel, answer.code);
    if (state !== 'done') throw cancelRefused(cancel, answer.code);
    return gateway.provider.getPayment({ params: { paymentKey } });
  }
  await bookSeen(gateway, answer, 'gateway', { id: cancel.id, transactionKey: answer.lastTransactionKey });
  const booked = await findCancel(gateway.db, cancel.id);
  if (booked?.state === 'done' || isInProgress(answer)) return answer;
  const detail = `the provider's success lists no new cancel of ${amount}`;
  throw contradiction(gateway, 'cancel-not-listed', paymentKey, detail);
}

const keyOf = ({ id, attempt }: CancelRecord): string => (attempt === 1 ? id : `${id}/${attempt}`);

/** The answer that another cancel is in progress proves that the provider did nothing under this key, and never will. */
async function countAttempt({ db }: Gateway, { id, attempt }: CancelRecord, error: unknown): Promise<never> {
  if (error instanceof CallError && error.code === 'FORBIDDEN_CONSECUTIVE_REQUEST')
    await db.query('update gateway.cancel set attempt = $2 where id = $1 and attempt < $2', [id, attempt + 1]);
  throw error;
}

/** Reads the payment at the provider, books the cancels that it lists, and returns this cancel with its new state. */
export async function lookForCancel(
  gateway: Gateway,
  cancel: CancelRecord,
): Promise<Readonly<{ cancel: CancelRecord; seen: ProviderPayment }>> {
  const seen = await gateway.provider.getPayment({ params: { paymentKey: cancel.paymentKey } });
  await bookSeen(gateway, seen, 'gateway');
  return { cancel: (await findCancel(gateway.db, cancel.id)) ?? cancel, seen };
}

/** Whether the provider abroad has not answered a cancel of the payment yet: only foreign easy pay cancels in two steps. */
export const isInProgress = ({ cancels }: ProviderPayment): boolean =>
  cancels?.some((listed) => progressOf(listed) === 'waits') ?? false;

const EASY_PAY: PaymentMethodName = '간편결제';

/**
 * The members that providers abroad need: the currency, which a part of a foreign payment must name (document 1 section 4), and an id
 * that stays the same when the request is sent again. Our books do not say which easy pay a payment was made by, and some providers
 * abroad take won: every cancel of easy pay has both, of which the provider ignores the id where it needs none.
 */
const abroad = ({
  id,
  currency,
  method,
  requestIdAbroad,
}: CancelRecord): Pick<CancelAsked, 'currency' | 'cancelRequestId'> =>
  currency === 'KRW' && method !== EASY_PAY && requestIdAbroad === null
    ? {}
    : { currency, cancelRequestId: requestIdAbroad ?? id };

/** The member of the provider's request that names the buyer's bank account. */
function refundAccount(seal: DataSeal, cancel: CancelRecord): Pick<CancelAsked, 'refundReceiveAccount'> {
  const text = refundAccountTextOf(seal, cancel);
  return text === undefined ? {} : { refundReceiveAccount: RefundAccountAsked.parse(JSON.parse(text)) };
}
