import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { hit } from '@jeongsan/failpoints';
import { type Endpoint, Refusal } from '@jeongsan/http-contract';
import { type IdempotencyVerdict, type IdempotentRequest, OutageLog } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { clientContract, PaymentKey, toMinorUnits } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { bookSeen } from '../payments/book-payment/book-seen.js';
import { payableIfRegistered, requirePayable, requireWon } from '../payments/confirm-payment/require-payable.js';
import { enqueueOrderLook } from '../look-later.js';
import { moneyTransaction } from '../money-transaction.js';
import { requireStorable } from '../outcome.js';
import { findLivePayment } from '../payments/payment-record.js';
import type { Answer, Arrived, DropIn } from './arrived.js';
import { jsonOf, jsonOfAnswer } from './sealed-request.js';
import { asksForTestCode } from './test-code.js';
import { toProvider } from './to-provider.js';

const log = new OutageLog(new Logger('DropIn'));

/** The part of a request that says for which order a buyer is charged, or an account issued. */
type Charge = Readonly<{
  orderId: string;
  amount: bigint;
  currency?: string | undefined;
  paymentKey?: string | undefined;
}>;

/** An amount in another currency than won may have decimals. No order has that amount, so its value is not needed. */
const AbroadWithDecimals = {
  amount: z.union([z.number(), z.string()]).transform(() => -1n),
  currency: z.string().refine((currency) => currency !== 'KRW'),
};

const schemas = new WeakMap<Endpoint, z.ZodType<Charge>>();
type Members = Readonly<Record<'orderId', z.ZodType<string>> & Record<'amount', z.ZodType<bigint>>>;

/**
 * Reads order and amount exactly as the provider reads them in this operation. No other member can make the reading fail: a mistake
 * there must not keep the order from being checked.
 */
function chargeSchema(endpoint: Endpoint): z.ZodType<Charge> {
  const known = schemas.get(endpoint);
  if (known) return known;
  const { orderId, amount } = (endpoint.body as z.ZodObject<Members>).shape;
  const other = z.string().optional().catch(undefined);
  // A key that no payment can have cannot be read, and the provider refuses it.
  const rest = { orderId, currency: other, paymentKey: PaymentKey.optional().catch(undefined) };
  const schema = z.union([z.object({ ...rest, amount }), z.object({ ...rest, ...AbroadWithDecimals })]);
  schemas.set(endpoint, schema);
  return schema;
}

/**
 * An operation that charges a buyer or issues an account at once: the order is checked before the request goes on, a look at its
 * payment is enqueued, and the answer is booked. A body without an order or an amount, as the provider reads them, goes on as it is: the
 * provider refuses it.
 */
export async function charge(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  const asked = await chargeOf(dropIn, arrived);
  if (asked && !(await isRepeat(dropIn, arrived))) await expectCharge(dropIn, asked, arrived);
  const answer = await forwardMoney(dropIn, arrived);
  await bookAnswer(dropIn, answer);
  return answer;
}

/** Creating a payment moves no money, but a buyer whose payment would be refused must not be sent to the payment window. */
export async function create(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  const asked = await chargeOf(dropIn, arrived);
  if (asked) await requireChargeable(dropIn, asked);
  return toProvider(dropIn, arrived);
}

async function chargeOf(dropIn: DropIn, arrived: Arrived): Promise<Charge | undefined> {
  if (asksForTestCode(dropIn, arrived)) return undefined;
  return chargeSchema(arrived.operation.endpoint).safeParse(await jsonOf(dropIn, arrived)).data;
}

/**
 * Checks the order and enqueues the look, in that order: a crash at any later point is resolved by the look. The key is kept last,
 * so that the repeat of a request that was not checked is checked.
 */
async function expectCharge(dropIn: DropIn, asked: Charge, arrived: Arrived): Promise<void> {
  await requireChargeable(dropIn, asked);
  const { gateway, repeats } = dropIn;
  await moneyTransaction(gateway.db, 'expect-charge', (tx) => enqueueOrderLook(tx, gateway, asked.orderId));
  const keyed = keyedOf(arrived);
  if (keyed) requireSame((await repeats.begin(keyed)).kind);
}

/** Throws unless the order is registered with this amount, in won, and no other payment pays it. */
async function requireChargeable({ gateway, unregisteredOrders }: DropIn, asked: Charge): Promise<void> {
  const { orderId, amount, currency = 'KRW', paymentKey } = asked;
  requireStorable(orderId, paymentKey ?? '');
  if (currency !== 'KRW')
    throw refuse('PAYMENT_CURRENCY_UNSUPPORTED', `The payment would be in ${currency.slice(0, 3)}`);
  const readOrder = unregisteredOrders === 'unallocated' ? payableIfRegistered : requirePayable;
  const [live] = await Promise.all([
    findLivePayment(gateway.db, orderId),
    readOrder(gateway, { orderId, amount }),
    paymentKey === undefined ? undefined : requireWon(gateway, paymentKey),
  ]);
  if (live && live.paymentKey !== paymentKey) {
    throw refuse('PAYMENT_CONFLICT', `Order ${orderId} is ${live.state} with another payment`);
  }
}

/** Sends a request that moves money. Throws PAYMENT_OUTCOME_UNKNOWN when its answer is lost. */
export async function forwardMoney(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  await hit('forward:sending');
  const answer = await toProvider(dropIn, arrived).catch((error: unknown) => {
    // A refused connection took no byte of the request.
    const wasSent = (error as { cause?: NodeJS.ErrnoException }).cause?.code !== 'ECONNREFUSED';
    if (!(error instanceof Refusal) || !wasSent) throw error;
    throw refuse('PAYMENT_OUTCOME_UNKNOWN', 'The provider gave no answer; ask again with the same request');
  });
  await hit('forward:answered');
  return answer;
}

/**
 * Books the payment in an answer of the provider. The answer is returned even when booking fails, because the money has moved: the
 * enqueued look books it later.
 */
export async function bookAnswer(
  dropIn: DropIn,
  answer: Answer,
  paymentIn: (json: unknown) => unknown = (json) => json,
): Promise<void> {
  if (answer.status !== 200) return;
  try {
    const { body } = clientContract.getPayment.success;
    const seen = body.parse(toMinorUnits(body, paymentIn(await jsonOfAnswer(dropIn, answer))));
    await bookSeen(dropIn.gateway, seen, 'gateway');
  } catch (error) {
    // A schema's error names members, never their values.
    log.failed(
      'Booking an answer of the provider',
      error instanceof z.ZodError ? new Error(z.prettifyError(error)) : error,
    );
  }
  await hit('forward:booked');
}

/** The identity of a request with an Idempotency-Key: as at the provider, a key belongs to one caller and one path. */
function keyedOf({ caller, headers, url, body }: Arrived): IdempotentRequest | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || !caller || !Buffer.isBuffer(body)) return undefined;
  const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
  return { caller: caller.actor, key: `drop-in/${digest(`${url}\n${key}`)}`, request: 'POST', bodyHash: digest(body) };
}

/**
 * Whether the same request passed the checks before. It is not checked again, because it may have paid its order: the provider
 * repeats its first answer.
 */
async function isRepeat({ repeats }: DropIn, arrived: Arrived): Promise<boolean> {
  const keyed = keyedOf(arrived);
  const first = keyed && (await repeats.find(keyed));
  if (first) requireSame(first.kind);
  return first !== undefined;
}

function requireSame(kind: IdempotencyVerdict['kind']): void {
  if (kind !== 'conflict') return;
  throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'The body is not the first request’s');
}
