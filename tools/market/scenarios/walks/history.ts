import { CallError } from '@jeongsan/http-contract';
import { PaymentCurrency } from '@jeongsan/provider-contract';
import {
  assumed,
  cancelsOf,
  dearer,
  drawPlan,
  fill,
  isPaid,
  partOf,
  remainingOf,
  wayOf,
  type Plan,
  type ProviderPayment,
  type Step,
} from '@jeongsan/provider-walks';
import { seededRandom, type Random } from '@jeongsan/random';
import type { WalkedSale } from './compare.js';
import type { Stage } from './stage.js';
import { refundReceiveAccount } from './walk.js';

const READS_MAX = 50;

/** One payment of a random history, through us or beside us; its choices depend on its number alone. */
export class History {
  readonly plan: Plan;
  private readonly random: Random;
  private cancels = 0;

  constructor(
    private readonly stage: Stage,
    readonly number: number,
    orderedAt: Date,
    /** The parts of lines that cancels through us take, by the reason of the cancel. */
    private readonly asked: Map<string, readonly bigint[]>,
  ) {
    this.random = seededRandom(`history ${number}`);
    this.plan = drawPlan(this.random, { sellers: stage.sellers, orderedAt });
  }

  get isOpen(): boolean {
    return this.plan.steps.length > 0;
  }

  /** The order and its payment, as the comparison needs them. */
  get sale(): WalkedSale {
    const { way, side, facts, isRegistered, registers, paymentKey } = this.plan;
    const isMispriced = registers === 'with another amount';
    return { name: `history ${this.number}, ${way} (${side})`, facts, isRegistered, isMispriced, paymentKey };
  }

  /** Takes the next step. Refusals and lost answers are part of the story. */
  async step(): Promise<void> {
    const step = this.plan.steps.shift();
    if (step) await this.acts[step]();
  }

  private readonly acts: Record<Step, () => Promise<unknown>> = {
    register: () => this.register(),
    pay: () => this.pay(),
    deposit: () => this.onPayment((params) => this.provider.control.depositIntoAccount({ params, body: {} })),
    withdraw: () => this.onPayment((params) => this.provider.control.failDeposit({ params })),
    cancel: () => this.cancel(),
    'fail refund': () => this.failRefund(),
    // Maturity comes with the nights.
    mature: async () => undefined,
    look: () => this.look(),
    'slow look': () => this.look(),
  };

  private get provider() {
    return this.stage.sides.provider;
  }

  async register(): Promise<void> {
    const { plan } = this;
    if (plan.isRegistered) return;
    if (wayOf(plan.way).number === 'found') {
      const seen = await this.truth();
      if (!seen) return;
      plan.facts = { ...plan.facts, orderId: seen.orderId };
    }
    plan.isRegistered = true;
    const body = plan.registers === 'with another amount' ? dearer(plan.facts) : plan.facts;
    await this.stage.platform.clients.gateway.createOrder({ body });
  }

  private async pay(): Promise<void> {
    const { plan, random } = this;
    const { orderId, totalAmount: amount } = plan.facts;
    const side = this.stage.sides[plan.side];
    const prepared = await wayOf(plan.way).prepare(side, { orderId, amount }, random);
    plan.paymentKey = prepared.paymentKey;
    // The buyer paid already: the market only has to find out.
    const isPaidThere = prepared.operation === null;
    const seen = isPaidThere ? await persistently(prepared.charge) : await attempt(prepared.charge);
    plan.paymentKey = seen?.paymentKey ?? plan.paymentKey;
    if (!isPaidThere && random.chance(0.3)) await attempt(prepared.charge);
  }

  /** A page of the market reads the payment through us. */
  private async look(): Promise<void> {
    const { paymentKey } = this.plan;
    if (paymentKey !== undefined)
      await attempt(() => this.stage.sides.gateway.api.getPayment({ params: { paymentKey } }));
  }

  private async onPayment(act: (params: { paymentKey: string }) => Promise<unknown>): Promise<void> {
    const seen = await this.truth();
    if (seen) await attempt(() => act({ paymentKey: seen.paymentKey }));
  }

  /** The provider does not name the refund that failed, so only a payment with a single refund has a failing one. */
  private async failRefund(): Promise<void> {
    const { plan } = this;
    if ((await this.truth())?.cancels?.length !== 1) return;
    plan.steps.length = 0;
    if (!plan.isRegistered) plan.steps.push('register');
    await this.onPayment((params) => this.provider.control.failRefund({ params, body: {} }));
  }

  private async cancel(): Promise<void> {
    const seen = await this.truth();
    if (!seen || !(isPaid(seen) || seen.status === 'WAITING_FOR_DEPOSIT') || seen.balanceAmount === 0n) return;
    const { random, plan } = this;
    const isWhole = !isPaid(seen) || random.chance(0.3);
    const part = partOf(random, seen, remainingOf(plan.facts.lines, seen, this.asked));
    const cancelAmount = isWhole ? seen.balanceAmount : part;
    const isHere = random.chance(0.5) && (await this.isUpToDate(seen));
    const isAbroad = seen.currency !== 'KRW' || seen.easyPay?.provider === 'ALIPAY';
    const cancelReason = `history ${this.number} cancel ${(this.cancels += 1)}`;
    const body = {
      ...{ cancelReason, cancelAmount },
      ...(seen.virtualAccount && isPaid(seen) && { refundReceiveAccount }),
      ...(isAbroad && {
        currency: PaymentCurrency.parse(seen.currency),
        cancelRequestId: `request-${this.number}-${this.cancels}`,
      }),
    };
    const params = { paymentKey: seen.paymentKey };
    if (isHere) return this.cancelHere(seen, { params, body });
    await attempt(() => this.provider.api.cancelPayment({ params, body }));
  }

  /** Through us, with the lines named in half of the requests; a market without an answer asks again. */
  private async cancelHere(seen: ProviderPayment, { params, body }: CancelRequest): Promise<void> {
    const { random } = this;
    const { lines } = this.plan.facts;
    const isAllocated = await this.isAllocated(seen);
    const isNamed = isAllocated && random.chance(0.5);
    const left = remainingOf(lines, seen, this.asked);
    const parts = isNamed ? fill(left, body.cancelAmount) : assumed(body.cancelAmount, left, lines);
    if (isAllocated) this.asked.set(body.cancelReason, parts);
    const named = lines
      .map(({ lineId }, index) => ({ lineId, amount: parts[index] ?? 0n }))
      .filter(({ amount }) => amount > 0n);
    const request = { params, body: { ...body, ...(isNamed && { lines: named }) } };
    const idempotencyKey = body.cancelReason.replaceAll(' ', '-');
    const send = () => attempt(() => this.stage.cancelThroughUs(request, { idempotencyKey }));
    if (!(await send()) || random.chance(0.3)) await send();
  }

  /** Whether our books have the payment as the provider has it: only then does a person cancel through us. */
  private async isUpToDate(seen: ProviderPayment): Promise<boolean> {
    const [record] = await this.stage.query<{ state: string; canceled: bigint | string }>(
      'select state, canceled from gateway.payment where payment_key = $1',
      [seen.paymentKey],
    );
    const canceled = cancelsOf(seen).reduce((sum, { cancelAmount }) => sum + cancelAmount, 0n);
    if (!isPaid(seen)) return record?.state === 'waiting';
    const isKept = record?.state === 'approved' || record?.state === 'partially_canceled';
    const isOpen = seen.cancels?.some(({ cancelStatus }) => cancelStatus === 'IN_PROGRESS') ?? false;
    return isKept && !isOpen && BigInt(record.canceled) === canceled;
  }

  private async isAllocated(seen: ProviderPayment): Promise<boolean> {
    const [record] = await this.stage.query<{ order: string | null }>(
      'select order_id as "order" from gateway.payment where payment_key = $1',
      [seen.paymentKey],
    );
    return isPaid(seen) && (record?.order ?? null) !== null;
  }

  /** The provider abroad answers the cancels that wait: it refuses a share of them, and grants the others. */
  async answerCancels(refuses: number): Promise<void> {
    const seen = await this.truth();
    for (const { cancelStatus, transactionKey } of seen?.cancels ?? []) {
      if (cancelStatus !== 'IN_PROGRESS') continue;
      const result = this.random.chance(refuses) ? 'ABORTED' : 'DONE';
      await this.onPayment(({ paymentKey }) =>
        this.provider.control.finishCancel({ params: { paymentKey, transactionKey }, body: { result } }),
      );
    }
  }

  /** Gives back, in the provider's console, what was paid for an order that costs another amount. */
  async giveBack(): Promise<void> {
    const seen = this.sale.isMispriced ? await this.truth() : undefined;
    if (!seen || !isPaid(seen) || seen.balanceAmount === 0n || seen.currency !== 'KRW') return;
    const body = {
      ...{ cancelReason: 'another amount', cancelRequestId: `the-end-${this.number}` },
      ...(seen.virtualAccount && { refundReceiveAccount }),
    };
    await this.provider.api.cancelPayment({ params: { paymentKey: seen.paymentKey }, body });
  }

  /** The payment as the provider has it; undefined: there is none. */
  async truth(): Promise<ProviderPayment | undefined> {
    const { paymentKey, facts } = this.plan;
    const { provider } = this.stage.platform.clients;
    const seen = await persistently(() =>
      (paymentKey === undefined
        ? provider.getPaymentByOrder({ params: { orderId: facts.orderId } })
        : provider.getPayment({ params: { paymentKey } })
      ).catch(unlessRejected),
    );
    this.plan.paymentKey = seen?.paymentKey ?? paymentKey;
    return seen;
  }
}

type CancelRequest = Readonly<{
  params: { paymentKey: string };
  body: Readonly<{ cancelReason: string; cancelAmount: bigint }>;
}>;

function unlessRejected(error: unknown): undefined {
  if (!(error instanceof CallError && error.outcome === 'rejected')) throw error;
}

/** A request whose refusal, or lost answer, is part of the story. */
async function attempt<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** Reads until there is an answer. */
async function persistently<T>(read: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof CallError) || turn === READS_MAX) throw error;
    }
  }
}
