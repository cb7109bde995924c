import { CallError, Refusal } from '@jeongsan/http-contract';
import { dearer, isPaid, partOf, remainingOf, wayOf, type Plan, type Step } from '@jeongsan/provider-walks';
import { seededRandom, type Random } from '@jeongsan/random';
import { transaction } from '@jeongsan/database';
import { bookSeen } from '../../payments/book-payment/book-seen.js';
import { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { enqueueOrderLook } from '../../look-later.js';
import { findPayment } from '../../payments/payment-record.js';
import { type GatewayWorld, MONDAY } from '../gateway-world.js';
import { mature } from '../market.js';
import { abroadOf } from './abroad-of.js';
import { answerFaults, withFault } from './faults.js';
import { Desk, hasRun } from './looks.js';
import { drawPlans } from './draw-plans.js';
import { night } from './night.js';
import { partsOf } from './parts-of.js';
import { type Letter, Post } from './post.js';
import { startSlowly } from './slow.js';
import { truth } from './truth.js';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' };

type CancelRequest = Parameters<typeof cancelPayment>[1];

/** Several payments of one market, interleaved at random, with lost, late, repeated and reordered webhooks and answers. */
export class History {
  readonly plans: Plan[];
  /** The parts of cancels through us, by the reason of the cancel. */
  readonly asked = new Map<string, readonly bigint[]>();
  /** The story so far, one line per step: what a failed check prints. */
  readonly told: string[] = [];
  private readonly random: Random;
  private readonly letters: Letter[] = [];
  /** Answers on their way. */
  private readonly late: (() => Promise<void>)[] = [];
  private readonly post: Post;
  private desk!: Desk;
  private cancels = 0;

  constructor(
    private readonly world: GatewayWorld,
    private readonly seed: string,
    private readonly letterBox: string,
  ) {
    this.random = seededRandom(seed);
    this.post = new Post(world.sandbox);
    this.plans = drawPlans(this.random);
  }

  private get gateway(): Gateway {
    return this.world.gateway;
  }

  /** Empties the provider's world, and plays every step of every payment. */
  async play(): Promise<void> {
    const { world, random } = this;
    const { control } = world.sandbox;
    await control.reset({});
    world.alarms.length = 0;
    world.patienceMs = 0;
    await control.setClock({ body: { now: MONDAY, mode: 'frozen' } });
    await world.moveTo(MONDAY);
    await control.changeSettings({
      body: { walletAutomaticPayments: true, walletCardPoints: true, overseasCancelSeconds: HOUR_SECONDS },
    });
    await this.post.subscribe(this.letterBox);
    this.desk = await Desk.open(this.gateway);
    for (let open = this.open(); open.length > 0; open = this.open()) {
      await world.later(random.integer(1, 2 * HOUR_SECONDS));
      const plan = random.pick(open);
      const step = plan.steps.shift();
      if (step) await this.take(plan, step);
      await this.between();
    }
  }

  private readonly open = (): Plan[] => this.plans.filter(({ steps }) => steps.length > 0);

  private async take(plan: Plan, step: Step): Promise<void> {
    const steps: Record<Step, (plan: Plan) => Promise<unknown>> = {
      register: this.register,
      pay: this.pay,
      deposit: this.deposit,
      withdraw: this.withdraw,
      cancel: this.cancel,
      'fail refund': this.failRefund,
      mature: this.matureOrder,
      look: this.look,
      'slow look': this.slowLook,
    };
    this.tell(`${this.plans.indexOf(plan)} ${plan.way} (${plan.side}) ${step}`);
    await steps[step](plan);
  }

  private tell(line: string): void {
    this.told.push(`${this.gateway.now().toISOString()} ${line}`);
  }

  /** Between two steps: webhooks arrive, late answers arrive, jobs run. */
  private async between(): Promise<void> {
    const { random } = this;
    await this.collect();
    if (random.chance(0.5)) await this.deliver(random.integer(1, 4));
    if (this.late.length > 0 && random.chance(0.3)) await this.arrive();
    if (random.chance(0.6)) await this.maybeFaulty('getPayment', () => this.desk.run());
  }

  /** Puts new webhooks into the bag: some are lost, some are there twice, and the order is forgotten. */
  private async collect(): Promise<void> {
    const deaf = new Set(this.plans.filter(({ isDeaf }) => isDeaf).map(({ paymentKey }) => paymentKey));
    for (const letter of await this.post.collect()) {
      if (deaf.has(letter.subject) || this.random.chance(0.15)) continue;
      this.letters.push(letter);
      if (this.random.chance(0.3)) this.letters.push(letter);
    }
  }

  private async deliver(count: number): Promise<void> {
    for (const letter of this.random.shuffle(this.letters).slice(0, count)) {
      this.letters.splice(this.letters.indexOf(letter), 1);
      this.tell(`  webhook ${letter.look.job}`);
      const hasArrived = await this.maybeFaulty('getPayment', () => hasRun(this.gateway, letter.look));
      if (!hasArrived) this.letters.push(letter);
    }
  }

  private async arrive(): Promise<void> {
    const [answer] = this.late.splice(this.random.integer(0, this.late.length - 1), 1);
    this.tell('  a late answer arrives');
    await answer?.();
  }

  /** Runs an action, sometimes with a fault of the provider in its way. */
  private async maybeFaulty<T>(operation: string | null, action: () => Promise<T>): Promise<T> {
    if (operation === null || !this.random.chance(0.25)) return action();
    const kind = this.random.pick(answerFaults);
    this.tell(`  fault ${kind} of ${operation}`);
    return withFault(this.world.sandbox, { operation, kind }, action);
  }

  /** Runs an action whose refusal or lost answer is part of the story. */
  private async attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof CallError || error instanceof Refusal)) throw error;
      this.tell(`  ${error.code}`);
      return undefined;
    }
  }

  private readonly register = async (plan: Plan): Promise<void> => {
    if (plan.isRegistered) return;
    const { facts, registers } = plan;
    if (wayOf(plan.way).number === 'found') {
      const seen = await truth(this.world.sandbox, plan);
      if (!seen) return;
      plan.facts = { ...facts, orderId: seen.orderId };
    }
    plan.isRegistered = true;
    await createOrder(this.gateway, registers === 'with another amount' ? dearer(plan.facts) : plan.facts);
  };

  private readonly pay = async (plan: Plan): Promise<void> => {
    const { random, gateway } = this;
    const { orderId, totalAmount: amount } = plan.facts;
    const prepared = await wayOf(plan.way).prepare(this.world.sandbox, { orderId, amount }, random);
    plan.paymentKey = prepared.paymentKey;
    const { paymentKey, operation, charge } = prepared;
    if (plan.side === 'provider') {
      const seen = await this.maybeFaulty(operation, () => this.attempt(charge));
      plan.paymentKey = seen?.paymentKey ?? paymentKey;
      return;
    }
    if (paymentKey !== undefined && operation === 'confirmPayment') {
      const confirm = (with_: Gateway) => confirmPayment(with_, { paymentKey, orderId, amount });
      await this.maybeFaulty(operation, () =>
        random.chance(0.25) ? this.slowly(confirm) : this.attempt(() => confirm(gateway)),
      );
      if (random.chance(0.3)) await this.attempt(() => confirm(gateway));
      return;
    }
    await transaction(gateway.db, (tx) => enqueueOrderLook(tx, gateway, orderId));
    const seen = await this.maybeFaulty(operation, () => this.attempt(charge));
    if (!seen) return;
    plan.paymentKey = seen.paymentKey;
    const book = async () => void (await bookSeen(gateway, seen, 'gateway'));
    if (random.chance(0.3)) this.late.push(book);
    else await book();
  };

  /** Starts a request whose answer arrives later. */
  private async slowly(request: (gateway: Gateway) => Promise<unknown>): Promise<undefined> {
    this.late.push(await startSlowly(this.gateway, (slow) => this.attempt(() => request(slow))));
  }

  private readonly deposit = async (plan: Plan): Promise<void> => {
    const seen = await truth(this.world.sandbox, plan);
    if (seen) await this.attempt(() => this.world.sandbox.control.depositIntoAccount({ params: seen, body: {} }));
  };
  private readonly withdraw = async (plan: Plan): Promise<void> => {
    const seen = await truth(this.world.sandbox, plan);
    if (seen) await this.attempt(() => this.world.sandbox.control.failDeposit({ params: seen }));
  };
  /** The provider does not name the refund that failed, so only a payment with a single refund has a failing one. */
  private readonly failRefund = async (plan: Plan): Promise<void> => {
    const seen = await truth(this.world.sandbox, plan);
    if (seen?.cancels?.length !== 1) return;
    plan.steps.length = 0;
    if (!plan.isRegistered) plan.steps.push('register');
    await this.attempt(() => this.world.sandbox.control.failRefund({ params: seen, body: {} }));
  };

  private readonly matureOrder = async (plan: Plan): Promise<void> => {
    const known = plan.paymentKey === undefined ? undefined : await findPayment(this.world.db, plan.paymentKey);
    if (known?.state !== 'approved' && known?.state !== 'partially_canceled') return;
    if (known.orderId !== null)
      await mature(this.world.db, known.orderId, ...plan.facts.lines.map(({ lineId }) => lineId));
  };

  private readonly look = async ({ paymentKey }: Plan): Promise<void> => {
    if (paymentKey === undefined) return;
    await this.maybeFaulty('getPayment', () => hasRun(this.gateway, { job: 'payment.observe', data: { paymentKey } }));
  };
  private readonly slowLook = async ({ paymentKey }: Plan): Promise<void> => {
    if (paymentKey === undefined) return;
    await this.slowly((gateway) => hasRun(gateway, { job: 'payment.observe', data: { paymentKey } }));
  };

  private readonly cancel = async (plan: Plan): Promise<void> => {
    const seen = await truth(this.world.sandbox, plan);
    if (!seen || !(isPaid(seen) || seen.status === 'WAITING_FOR_DEPOSIT') || seen.balanceAmount === 0n) return;
    const { random } = this;
    const isWhole = !isPaid(seen) || random.chance(0.3);
    const part = partOf(random, seen, remainingOf(plan.facts.lines, seen, this.asked));
    const amount = isWhole ? seen.balanceAmount : part;
    const cancelReason = `${this.seed} cancel ${(this.cancels += 1)}`;
    const account = seen.virtualAccount && isPaid(seen) ? { refundReceiveAccount } : {};
    this.tell(`  of ${amount} of ${seen.balanceAmount}`);
    if (random.chance(0.5)) return this.cancelThere(seen, { cancelReason, cancelAmount: amount, ...account });
    await this.cancelHere(plan, seen, {
      cancelReason,
      ...(isWhole && random.chance(0.5) ? {} : { cancelAmount: amount }),
      ...account,
    });
  };

  private async cancelThere(seen: ProviderPayment, asked: CancelRequest['asked']): Promise<void> {
    const { paymentKey } = seen;
    const abroad = abroadOf(seen, `request-${this.cancels}`);
    const { lines: _lines, ...body } = { ...asked, ...abroad };
    const answer = await this.maybeFaulty('cancelPayment', () =>
      this.attempt(() => this.world.sandbox.api.cancelPayment({ params: { paymentKey }, body })),
    );
    // The provider abroad answers within the hour; sometimes at once, and with a refusal.
    const open = answer?.cancels?.find(({ cancelStatus }) => cancelStatus === 'IN_PROGRESS');
    if (open && this.random.chance(0.3)) await this.abortCancel(paymentKey, open.transactionKey);
  }

  private abortCancel = (paymentKey: string, transactionKey: string) =>
    this.world.sandbox.control.finishCancel({ params: { paymentKey, transactionKey }, body: { result: 'ABORTED' } });

  private async cancelHere(plan: Plan, seen: ProviderPayment, asked: CancelRequest['asked']): Promise<void> {
    const { random, gateway } = this;
    const { paymentKey } = seen;
    // The market looks at the payment first, as its page of the order does.
    await hasRun(gateway, { job: 'payment.observe', data: { paymentKey } });
    const request: CancelRequest = {
      paymentKey,
      requestKey: asked.cancelReason,
      asked: { ...asked, ...(await partsOf({ db: this.world.db, random, noted: this.asked }, { plan, seen }, asked)) },
    };
    this.tell('  through us');
    const send = () => this.attempt(() => cancelPayment(gateway, request));
    await this.maybeFaulty('cancelPayment', () =>
      random.chance(0.2) ? this.slowly((slow) => cancelPayment(slow, request)) : send(),
    );
    if (random.chance(0.3)) await send();
  }

  /** Every answer arrives, every job runs, and the night finds what no webhook reported. */
  async settleDown(): Promise<void> {
    const { world } = this;
    while (this.late.length > 0) await this.arrive();
    // Cancels abroad are answered within an hour.
    await world.later(HOUR_SECONDS);
    await this.night();
    await world.later(3 * DAY_SECONDS);
    await this.desk.clear();
    await world.later(9 * DAY_SECONDS);
    await this.collect();
    await this.deliver(this.letters.length);
    await this.desk.clear();
    await this.night();
  }

  private night(): Promise<void> {
    this.tell('the night finds every listed payment');
    return night(this.world, this.desk);
  }

  /**
   * Registers every order that is not registered. Payments of orders with another amount are given back in the provider's console.
   */
  async registerTheRest(): Promise<void> {
    for (const plan of this.plans) {
      await this.register(plan);
      const seen = plan.registers === 'with another amount' ? await truth(this.world.sandbox, plan) : undefined;
      if (!seen || !isPaid(seen) || seen.balanceAmount === 0n || seen.currency !== 'KRW') continue;
      const account = seen.virtualAccount ? { refundReceiveAccount } : {};
      await this.attempt(() =>
        this.world.sandbox.api.cancelPayment({
          params: seen,
          body: { cancelReason: 'another amount', cancelRequestId: 'the end', ...account },
        }),
      );
    }
    await this.world.later(HOUR_SECONDS);
    await this.night();
    await this.world.later(3 * DAY_SECONDS);
    await this.desk.clear();
  }
}
