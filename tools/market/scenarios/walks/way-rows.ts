import { wayNames, wayOf, type WayName } from '@jeongsan/provider-walks';
import type { Act, Row } from './table-rows.js';
import { refused, type Walk } from './walk.js';

const PART = 7_000n;
/** A whole line, and then more: the first is taken from its line, the second from both in proportion. */
const LINE = 20_000n;

const answered = (cancel: Act): Act[] => [cancel, (walk) => walk.answerCancels('DONE')()];

/** What happens to money that has come in. A provider abroad answers a cancel later; the others have answered already. */
const fates = {
  paid: [],
  'canceled whole': answered((walk) => walk.cancel()()),
  'canceled in parts': [LINE, PART, undefined].flatMap((amount) => answered((walk) => walk.cancel(amount)())),
} as const satisfies Record<string, readonly Act[]>;

/** Each way of paying to each of its fates. */
export const wayRows = (): Row[] =>
  wayNames.flatMap((way) =>
    Object.entries(fates).map(([fate, acts]): Row => ({
      name: `${way}: ${fate}`,
      acts: [(walk) => walk.pay(way)(), ...(isAccount(way) ? [deposit] : []), ...acts],
      isNumbered: wayOf(way).number === 'numbered',
      ...(way === 'dollars' && { sides: ['provider'] as const }),
    })),
  );

const isAccount = (way: WayName): boolean => way.startsWith('virtual account');
const deposit: Act = (walk) => walk.deposit();

/** Paths that belong to one way of paying, or to one address. */
export const otherRows = (): Row[] => [
  {
    name: 'easy pay abroad: a cancel is aborted, and asked for again',
    acts: [
      (walk) => walk.pay('easy pay abroad')(),
      (walk) => walk.cancel(PART)(),
      (walk) => walk.answerCancels('ABORTED')(),
      ...answered((walk) => walk.cancel()()),
    ],
    isNumbered: true,
  },
  {
    name: 'card: refused, then another card',
    acts: [
      (walk) => walk.choose('카드', 'REJECT_CARD_PAYMENT')(),
      (walk) => refused('REJECT_CARD_PAYMENT', walk.confirm()),
      (walk) => walk.choose('카드')(),
      (walk) => walk.confirm(),
    ],
    ends: 'DONE',
    isNumbered: true,
  },
  ...([undefined, PART] as const).map((amount): Row => ({
    name: `payment link: its order is canceled, ${amount === undefined ? 'whole' : 'in part'}`,
    acts: [(walk) => walk.buyFromLink(), (walk) => walk.cancelLinkOrder(amount)()],
    isNumbered: false,
  })),
  {
    name: 'card: parts of lines that the market names',
    acts: [
      (walk) => walk.pay('card')(),
      (walk) => walk.cancelLine(1, PART)(),
      (walk) => walk.cancelLine(0, PART)(),
      (walk) => walk.cancelLine(1, PART)(),
    ],
    ends: 'PARTIAL_CANCELED',
    isNumbered: true,
    sides: ['gateway'],
  },
  {
    name: 'dollars through us are refused before the buyer is charged',
    acts: [(walk: Walk) => refused('PAYMENT_CURRENCY_UNSUPPORTED', walk.pay('dollars')())],
    isNumbered: true,
    sides: ['gateway'],
  },
];
