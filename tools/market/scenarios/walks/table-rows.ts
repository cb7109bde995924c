import { paymentLifecycle, refundLifecycle, reservationLifecycle } from '@jeongsan/provider-contract';
import { nameOf, pathsFrom, stepsOf, type LifecycleStep } from '@jeongsan/provider-walks';
import type { SideName } from './stage.js';
import { refused, type Walk } from './walk.js';

export type Act = (walk: Walk) => Promise<unknown>;
/** One path: what happens to one order, one act a round. */
export type Row = Readonly<{
  name: string;
  acts: readonly Act[];
  /** The provider's status at the end; undefined: the path says nothing about it. */
  ends?: string | undefined;
  /** Further acts, of which one happens each day: the provider sends no webhook at the end of a refund, which a daily look finds. */
  daily?: readonly Act[];
  /** The market numbers the order. Otherwise the provider does, and the order can be registered afterwards only. */
  isNumbered: boolean;
  /** The addresses at which the path is walked. Absent: both. */
  sides?: readonly SideName[];
}>;

type TriggerOf<L> = { [S in keyof L]: keyof L[S] & string }[keyof L];
type Kind = 'card' | 'account';
type PaymentTrigger = TriggerOf<typeof paymentLifecycle>;

/** The triggers of each kind of payment: a card has no deposits, a virtual account no authentication. */
const triggersOf = {
  card: ['authenticate', 'expire', 'confirm', 'fail', 'cancel', 'cancelPart'],
  account: ['expire', 'issueAccount', 'deposit', 'depositError', 'cancel', 'cancelPart'],
} as const satisfies Record<Kind, readonly PaymentTrigger[]>;
const PART = 7_000n;

const nothing: Act = async () => undefined;
/** What causes each trigger of the provider's table of payments. */
const bring = {
  authenticate: (walk) => walk.authenticate(),
  // Time passes: a payment that was not confirmed expires within the hour.
  expire: nothing,
  confirm: (walk) => walk.confirm(),
  issueAccount: (walk) => walk.confirm(),
  fail: (walk) => refused('REJECT_CARD_COMPANY', walk.confirm()),
  deposit: (walk) => walk.deposit(),
  depositError: (walk) => walk.withdraw(),
  cancel: (walk) => walk.cancel()(),
  cancelPart: (walk) => walk.cancel(PART)(),
} as const satisfies Record<PaymentTrigger, Act>;

/** Every path through the table of payments, and every beginning of one, as each kind of payment takes it. */
export function paymentRows(): Row[] {
  return (['card', 'account'] as const).flatMap((kind) => {
    const steps = stepsOf(paymentLifecycle).filter(({ trigger }) =>
      (triggersOf[kind] as readonly string[]).includes(trigger),
    );
    const again = { from: 'WAITING_FOR_DEPOSIT', trigger: 'deposit', to: 'DONE' };
    const paths = beginningsOf(pathsFrom(steps, 'READY'));
    const twice = paths
      .filter((path) => path.at(-1)?.trigger === 'depositError')
      .flatMap((path) => [
        [...path, again],
        [...path, again, { from: 'DONE', trigger: 'cancel', to: 'CANCELED' }],
      ]);
    return [...paths, ...twice].map((path) => paymentRow(kind, path));
  });
}

function paymentRow(kind: Kind, path: readonly LifecycleStep[]): Row {
  const fails = path.some(({ trigger }) => trigger === 'fail');
  const opens: Act =
    kind === 'account'
      ? (walk) => walk.choose('가상계좌')()
      : fails
        ? (walk) => walk.choose('카드', 'REJECT_CARD_COMPANY')()
        : (walk) => walk.create();
  // A card that will be refused is chosen in the window, which authenticates its buyer.
  const acted = fails ? path.filter(({ trigger }) => trigger !== 'authenticate') : path;
  return {
    name: `${kind}: ${nameOf(path)}`,
    acts: [opens, ...acted.map(({ trigger }) => bring[trigger as PaymentTrigger])],
    ends: path.at(-1)?.to,
    isNumbered: true,
  };
}

/** Each path and each beginning of one, once. */
function beginningsOf(paths: readonly LifecycleStep[][]): LifecycleStep[][] {
  const all = paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1)));
  return [...new Map(all.map((path) => [nameOf(path), path])).values()];
}

type RefundTrigger = TriggerOf<typeof refundLifecycle>;
const refundActs = {
  request: (walk) => walk.cancel(PART)(),
  complete: (walk) => walk.endRefunds('finishRefund')(),
  failPart: (walk) => walk.endRefunds('failRefund')(),
  fail: (walk) => walk.endRefunds('failRefund')(),
} as const satisfies Record<RefundTrigger, Act>;

/** Every path of refunds of a virtual account. A refund fails as a whole after the last of the money was canceled. */
export function refundRows(): Row[] {
  const paths = pathsFrom(stepsOf(refundLifecycle), 'NONE');
  return paths.map((path) => {
    const last = path.findLastIndex(({ trigger }) => trigger === 'request');
    const isWhole = path.at(-1)?.trigger === 'fail';
    const acts = path.map(({ trigger }, index) =>
      isWhole && index === last ? (walk: Walk) => walk.cancel()() : refundActs[trigger as RefundTrigger],
    );
    return {
      name: `refund: ${nameOf(path)}`,
      acts: [(walk) => walk.choose('가상계좌')(), (walk) => walk.confirm(), (walk) => walk.deposit()],
      daily: acts,
      isNumbered: true,
    };
  });
}

type ReservationTrigger = TriggerOf<typeof reservationLifecycle>;
const reservationActs = {
  complete: (walk) => walk.call(),
  cancel: (walk) => walk.cancelReservation(),
} as const satisfies Record<ReservationTrigger, Act>;

/** Every path of a reservation of a payment by telephone. Its order is registered when the provider has numbered it. */
export const reservationRows = (): Row[] =>
  pathsFrom(stepsOf(reservationLifecycle), 'READY').map((path) => ({
    name: `reservation: ${nameOf(path)}`,
    acts: [(walk) => walk.reserve(), ...path.map(({ trigger }) => reservationActs[trigger as ReservationTrigger])],
    isNumbered: false,
  }));
