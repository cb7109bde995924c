import { CallError } from '@jeongsan/http-contract';
import { PaymentCurrency } from '@jeongsan/provider-contract';
import {
  cancelsOf,
  isPaid,
  soldOrder,
  wayOf,
  type Prepared,
  type ProviderPayment,
  type ProviderSide,
  type SoldOrder,
  type WayName,
} from '@jeongsan/provider-walks';
import { seededRandom } from '@jeongsan/random';
import { FIRST_DAY, type SideName, type Stage } from './stage.js';

/** One order of a scenario: what its market and its buyer do to it, and what is known of it so far. */
export class Walk {
  isRegistered = false;
  readonly isMispriced = false;
  paymentKey: string | undefined;
  refundsOpen: bigint | undefined;
  facts: SoldOrder;
  private readonly api: ProviderSide['api'];
  private readonly control: ProviderSide['control'];
  private cancels = 0;

  constructor(
    private readonly stage: Stage,
    readonly name: string,
    readonly side: SideName,
    number: number,
    /** The parts of lines that cancels named, by the reason of the cancel. */
    private readonly asked: Map<string, readonly bigint[]>,
  ) {
    const [first = '', second = ''] = [stage.sellers[number % 4], stage.sellers[(number + 1) % 4]];
    const lines = [
      { sellerId: first, amount: 30_000n + BigInt(number) },
      { sellerId: second, amount: 20_000n },
    ];
    const orderedAt = new Date(`${FIRST_DAY}T11:00:00+09:00`);
    this.facts = soldOrder({ orderId: `walk-${String(number).padStart(4, '0')}`, orderedAt, lines });
    this.api = stage.sides[side].api;
    this.control = stage.sides[side].control;
  }

  get params() {
    return { paymentKey: this.paymentKey ?? '' };
  }

  /** The payment at the provider. */
  seen = (): Promise<ProviderPayment> => this.stage.sides.provider.api.getPayment({ params: this.params });

  register = async (): Promise<void> => {
    this.isRegistered = true;
    await this.stage.platform.clients.gateway.createOrder({ body: this.facts });
  };

  /** The buyer pays in a way, or receives a virtual account. */
  pay = (way: WayName) => async (): Promise<void> => {
    const { orderId, totalAmount: amount } = this.facts;
    const prepared: Prepared = await wayOf(way).prepare(this.stage.sides[this.side], { orderId, amount }, random);
    this.paymentKey = prepared.paymentKey;
    const seen = await prepared.charge();
    this.found(seen);
  };

  /** Notes a payment whose order the provider may have numbered. */
  private found({ paymentKey, orderId }: Pick<ProviderPayment, 'paymentKey' | 'orderId'>): void {
    this.paymentKey = paymentKey;
    this.facts = { ...this.facts, orderId };
  }

  /** The market opens a payment for its buyer. */
  create = async (): Promise<void> => {
    const { orderId, orderName, totalAmount: amount } = this.facts;
    const urls = { successUrl: 'https://market.example/ok', failUrl: 'https://market.example/no' };
    const body = { orderId, orderName, amount, method: 'CARD', ...urls } as const;
    this.paymentKey = (await this.api.createPayment({ body })).paymentKey;
  };

  authenticate = () => this.control.authenticatePayment({ params: this.params });

  /** The buyer chooses something in the payment window. */
  choose = (method: '카드' | '가상계좌', refuseWith?: string) => async (): Promise<void> => {
    const { orderId, orderName, totalAmount: amount } = this.facts;
    const body = { orderId, orderName, amount, method, ...(refuseWith !== undefined && { refuseWith }) };
    this.paymentKey = (await this.control.payAsBuyer({ body })).paymentKey;
  };

  confirm = () => {
    const { orderId, totalAmount: amount } = this.facts;
    return this.api.confirmPayment({ body: { ...this.params, orderId, amount } });
  };

  deposit = () => this.control.depositIntoAccount({ params: this.params, body: {} });
  withdraw = () => this.control.failDeposit({ params: this.params });

  /** Gives back a part; without an amount, the rest. */
  cancel = (cancelAmount?: bigint) => async (): Promise<void> => {
    const seen = await this.seen();
    const isAbroad = seen.currency !== 'KRW' || seen.easyPay?.provider === 'ALIPAY';
    const cancelRequestId = `${this.name.length}-${this.facts.orderId}-${(this.cancels += 1)}`;
    const body = {
      cancelReason: `${this.name} ${this.cancels}`.slice(0, 190),
      ...(cancelAmount !== undefined && { cancelAmount }),
      ...(isAbroad && { currency: PaymentCurrency.parse(seen.currency), cancelRequestId }),
      ...(seen.virtualAccount && isPaid(seen) && { refundReceiveAccount }),
    };
    const request = this.api.cancelPayment({ params: this.params, body });
    const isRefused = cancelAmount !== undefined && isPaid(seen) && !seen.isPartialCancelable;
    await (isRefused ? refused('NOT_ALLOWED_PARTIAL_REFUND', request) : request);
  };

  /** The provider abroad answers every cancel that waits for it. */
  answerCancels = (result: 'DONE' | 'ABORTED') => async (): Promise<void> => {
    for (const { cancelStatus, transactionKey } of (await this.seen()).cancels ?? []) {
      if (cancelStatus !== 'IN_PROGRESS') continue;
      await this.control.finishCancel({ params: { ...this.params, transactionKey }, body: { result } });
    }
  };

  /** Every refund that is under way ends: one as named, others well. */
  endRefunds = (end: 'finishRefund' | 'failRefund') => async (): Promise<void> => {
    await this.control[end]({ params: this.params, body: {} });
    while ((await this.seen()).virtualAccount?.refundStatus === 'PENDING')
      await this.control.finishRefund({ params: this.params, body: {} });
  };

  /** Records which refunds are pending now. The provider shows one refund status, which holds for all pending refunds of a payment. */
  noteRefunds = async (): Promise<void> => {
    const seen = await this.seen();
    const canceled = cancelsOf(seen).reduce((sum, { cancelAmount }) => sum + cancelAmount, 0n);
    const status = seen.virtualAccount?.refundStatus ?? 'NONE';
    if (status === 'PENDING') return;
    const isFailed = status === 'FAILED' || status === 'PARTIAL_FAILED';
    this.refundsOpen = (this.refundsOpen ?? 0n) + (isFailed ? canceled - this.ended : 0n);
    this.ended = canceled;
  };
  private ended = 0n;

  /** The market reserves a call in which the buyer pays. */
  reserve = async (): Promise<void> => {
    const { totalAmount, orderName } = this.facts;
    const payment = {
      method: 'CARD',
      amount: { minor: totalAmount, currency: 'KRW' },
      orderName,
      customerMobilePhone: '01012345678',
    } as const;
    const reserveNumber = String(random.integer(10_000_000, 99_999_999));
    const { entityBody } = await this.api.createReservation({ body: { arsType: 'PAYMENT', payment, reserveNumber } });
    this.key = entityBody.id;
  };
  call = async (): Promise<void> => {
    await this.control.callArs({ params: { id: this.key }, body: {} });
    const { entityBody } = await this.api.getArsSession({ query: { arsReservationId: this.key } });
    this.paymentKey = entityBody.paymentId ?? '';
    this.found(await this.seen());
  };
  cancelReservation = () => this.api.cancelReservation({ params: { id: this.key }, body: { cancelReason: '변심' } });

  /** The buyer orders from a payment link. */
  buyFromLink = async (): Promise<void> => {
    const { orderName: name, totalAmount: amount } = this.facts;
    const { productKey } = await this.api.createProduct({ body: { name, amount } });
    const body = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };
    const { orderKey, payment } = await this.control.buyFromLink({ params: { productKey }, body });
    this.key = orderKey;
    if (payment) this.found(payment);
  };
  cancelLinkOrder = (cancelAmount?: bigint) => () =>
    this.api.cancelOrder({
      params: { orderKey: this.key },
      body: { cancelReason: '변심', ...(cancelAmount !== undefined && { cancelAmount }) },
    });
  /** The reservation, or the order of a payment link. */
  private key = '';

  /** Gives back a part of one line, through our own form of the cancel. */
  cancelLine = (index: number, amount: bigint) => async (): Promise<void> => {
    const { lineId = '' } = this.facts.lines[index] ?? {};
    const cancelReason = `${this.name} line ${(this.cancels += 1)}`.slice(0, 190);
    this.asked.set(
      cancelReason,
      this.facts.lines.map((_, each) => (each === index ? amount : 0n)),
    );
    const body = { cancelReason, cancelAmount: amount, lines: [{ lineId, amount }] };
    await this.stage.platform.clients.gateway.cancelOrderPayment(
      { params: this.params, body },
      { idempotencyKey: cancelReason.replace(/[^\w-]/g, '-') },
    );
  };
}

const random = seededRandom('walks');
export const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' } as const;

/** Runs a request that must be refused with a code. */
export async function refused(code: string, request: Promise<unknown>): Promise<void> {
  const outcome = await request.then(
    () => 'no refusal',
    (error: unknown) => {
      if (error instanceof CallError) return error.code;
      throw error;
    },
  );
  if (outcome !== code) throw new Error(`${outcome} where ${code} was expected`);
}
