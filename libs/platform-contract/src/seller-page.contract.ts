import { endpoint, FileAnswer, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { languages, lineKeys, movementKinds, recordOf, sellerActions } from '@jeongsan/settlement';
import { z } from 'zod';
import { may, mayToSeller } from './refusals.js';
import { documentFormats, documentTypes } from './statements.contract.js';
import { BusinessDate, paging, SellerKey, Won } from './values.js';

/** Minutes for which a link to the seller page opens it. */
export const SESSION_MINUTES = { min: 5, usual: 15, max: 60 } as const;

export const SellerSessionView = z.object({
  /** The address for the seller's browser. The token stands behind `#`, so that no server and no log sees it. */
  url: z.string(),
  /** For a page of the market's own: `Authorization: Bearer` at the endpoints under /seller-page. */
  token: z.string(),
  expiresAt: Instant,
});

export const openSellerSession = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/sessions',
  summary:
    "A link to a seller's own page, for minutes. Whoever has the link sees this seller's money and nothing else: hand it to nobody but the seller who is signed in at the market. Each call makes a new one.",
  security: 'bearer',
  scope: 'sellers:write',
  keepsNoAnswer: true,
  params: z.object({ sellerId: SellerKey }),
  body: z.object({
    minutes: z.int().min(SESSION_MINUTES.min).max(SESSION_MINUTES.max).default(SESSION_MINUTES.usual),
    /** The name by which the market knows the seller; the page shows it. Default: the seller's id. */
    displayName: z.string().trim().min(1).max(300).optional(),
    /** Default: the language of the browser. */
    lang: z.enum(languages).optional(),
  }),
  success: { status: 201, body: SellerSessionView },
  errors: may('SELLER_NOT_FOUND', 'SELLER_ERASED'),
});

/** No member names a seller: every answer is about the seller of the link. */
const ofSeller = { method: 'GET', security: 'seller', scope: 'seller-page:read' } as const;
const Lang = z.object({ lang: z.enum(languages).default('ko') });

/** Why money is where it is, in the seller's words, and what the seller can do about it. Never a code of ours or of the provider. */
const Sentence = { text: z.string(), action: z.enum(sellerActions) };

export const getSellerPageOwner = endpoint({
  ...ofSeller,
  path: '/seller-page/me',
  summary: 'Whose page it is, until when the link opens it, and the time of the market.',
  success: {
    status: 200,
    body: z.object({
      sellerId: SellerKey,
      displayName: z.string().nullable(),
      /** The end of the link, by the real time. */
      expiresAt: Instant,
      now: Instant,
      today: BusinessDate,
      timeZone: z.literal('Asia/Seoul'),
      currency: z.literal('KRW'),
    }),
  },
  errors: mayToSeller(),
});

/**
 * Where a seller's money is. pending: earned, its settlement date has not come. payable: on the next statement. reserved: promised
 * to payouts. reserve: kept against later refunds. debt: owed by the seller, shown as a negative amount.
 */
export const sellerMoneyKinds = ['pending', 'payable', 'reserved', 'reserve', 'debt'] as const;
export type SellerMoneyKind = (typeof sellerMoneyKinds)[number];

const UpcomingMoney = z.object({
  kind: z.enum(sellerMoneyKinds),
  amount: Won,
  /** Order lines, payouts or reserves that the amount is the sum of. */
  count: z.int(),
  /** reserved: the date on which the bank pays. Other kinds: the date of the statement with the money. Null: not known. */
  on: BusinessDate.nullable(),
  payoutId: z.uuid().nullable(),
  ...Sentence,
});

const SellerHold = z.object({
  /** SELLER: all money. ORDER, AMOUNT: a part. RULE: no hold, but a rule keeps payable money from the next payout. */
  scope: z.enum(['SELLER', 'ORDER', 'AMOUNT', 'RULE']),
  orderId: z.string().nullable(),
  amount: Won.nullable(),
  /** The date on which it ends by itself; null: when its cause ends. */
  endsOn: BusinessDate.nullable(),
  ...Sentence,
});

export const getSellerPageMoney = endpoint({
  ...ofSeller,
  path: '/seller-page/money',
  summary:
    "The seller's money by kind, what comes when, and what keeps money back, all of one moment. The amounts of a kind in `upcoming` add up to its amount, the kinds to the total.",
  query: Lang,
  success: {
    status: 200,
    body: z.object({
      at: Instant,
      total: Won,
      kinds: z.array(z.object({ kind: z.enum(sellerMoneyKinds), amount: Won })),
      upcoming: z.array(UpcomingMoney),
      holds: z.array(SellerHold),
    }),
  },
  errors: mayToSeller('SELLER_NOT_FOUND'),
});

/**
 * States of a payout as a seller needs them. moved: not sent, its money is on a later statement. returned: the bank sent it
 * back after it was paid.
 */
export const sellerPayoutStates = ['preparing', 'sending', 'paid', 'failed', 'moved', 'returned'] as const;
export type SellerPayoutState = (typeof sellerPayoutStates)[number];

const SellerPayout = z.object({
  payoutId: z.uuid(),
  amount: WonNumber,
  state: z.enum(sellerPayoutStates),
  statementDate: BusinessDate,
  /** The date on which it ended, or on which the bank pays it; null: not known yet. */
  on: BusinessDate.nullable(),
  ...Sentence,
});

export const listSellerPagePayouts = endpoint({
  ...ofSeller,
  path: '/seller-page/payouts',
  summary: "The seller's payouts, newest first.",
  query: Lang.extend(paging),
  success: { status: 200, body: page(SellerPayout) },
  errors: mayToSeller(),
});

/** An order line as it was priced: `paid + promotion` less the charges is `net`. */
const PricedLine = z.object({ orderId: z.string(), lineId: z.string(), ...recordOf(lineKeys, () => WonNumber) });

const PayoutPart = z.object({
  kind: z.enum(movementKinds),
  amount: Won,
  on: BusinessDate.nullable(),
  text: z.string(),
  /** Where a line is paid in parts: the number of this one. */
  tranche: z.int().nullable(),
  order: PricedLine.nullable(),
  /** Of a refund: what the buyer got back, and its part of the seller's net. */
  refund: z.object({ paid: Won, net: Won, on: BusinessDate.nullable() }).nullable(),
  /** An earlier payout whose money came back. */
  earlierPayoutId: z.uuid().nullable(),
});

export const explainSellerPagePayout = endpoint({
  ...ofSeller,
  path: '/seller-page/payouts/{payoutId}',
  summary:
    "One of the seller's payouts, down to the order lines. The totals add up to the amount, the parts of all pages to the totals of their kind.",
  params: z.object({ payoutId: z.uuid() }),
  query: Lang.extend({ after: z.string().max(400).optional(), limit: IntText.optional() }),
  success: {
    status: 200,
    body: SellerPayout.omit({ statementDate: true }).extend({
      statements: z.array(
        z.object({
          statementId: z.uuid(),
          date: BusinessDate,
          opening: Won,
          movements: Won,
          payoutAmount: WonNumber,
          carried: Won,
        }),
      ),
      totals: z.array(z.object({ kind: z.enum(movementKinds), amount: Won, count: z.int(), text: z.string() })),
      parts: z.array(PayoutPart),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: mayToSeller('PAYOUT_NOT_FOUND', 'CURSOR_INVALID'),
});

const SellerStatement = z.object({
  statementId: z.uuid(),
  date: BusinessDate,
  opening: Won,
  movements: Won,
  payoutAmount: WonNumber,
  carried: Won,
  /** Why money was carried to the next statement; null: none was, or for no reason of its own. */
  text: z.string().nullable(),
});

export const listSellerPageStatements = endpoint({
  ...ofSeller,
  path: '/seller-page/statements',
  summary: "The seller's statements, newest first. Opening + movements = payout + carried.",
  query: Lang.extend(paging),
  success: { status: 200, body: page(SellerStatement) },
  errors: mayToSeller(),
});

export const getSellerPageDocument = endpoint({
  ...ofSeller,
  path: '/seller-page/statements/{statementId}/document',
  summary: "One of the seller's statements as a file to keep: CSV, XLSX or PDF, in Korean or English.",
  params: z.object({ statementId: z.uuid() }),
  query: Lang.extend({ format: z.enum(documentFormats) }),
  success: { status: 200, body: FileAnswer },
  answerTypes: Object.values(documentTypes),
  errors: mayToSeller('STATEMENT_NOT_FOUND', 'STATEMENT_TOO_LONG'),
});

export const sellerEventKinds = [
  'STATEMENT_CLOSED',
  'PAYOUT_SENT',
  'PAYOUT_PAID',
  'PAYOUT_FAILED',
  'PAYOUT_MOVED',
  'PAYOUT_RETURNED',
  'HOLD_PLACED',
  'HOLD_RELEASED',
] as const;
export type SellerEventKind = (typeof sellerEventKinds)[number];

const SellerEvent = z.object({
  at: Instant,
  kind: z.enum(sellerEventKinds),
  /** Won that the event is about; null: it concerns no sum. */
  amount: Won.nullable(),
  payoutId: z.uuid().nullable(),
  statementId: z.uuid().nullable(),
  orderId: z.string().nullable(),
});

export const listSellerPageEvents = endpoint({
  ...ofSeller,
  path: '/seller-page/events',
  summary: 'What happened lately, newest first: statements, payouts and holds, at most fifty.',
  success: { status: 200, body: z.object({ items: z.array(SellerEvent) }) },
  errors: mayToSeller(),
});

/** Endpoints for the market's servers: they open the page. */
export const sellerSessionsContract = { openSellerSession } as const;
/** Endpoints for the seller's browser: they read, and take the seller from the link alone. */
export const sellerPageContract = {
  getSellerPageOwner,
  getSellerPageMoney,
  listSellerPagePayouts,
  explainSellerPagePayout,
  listSellerPageStatements,
  getSellerPageDocument,
  listSellerPageEvents,
} as const;
