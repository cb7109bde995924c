import type { Fault } from '../fault.js';

const page = 'apps/payout-scheduler/src/seller-page';
const spec = `${page}/seller-page.int.spec.ts`;
const kit = 'libs/nest-kit/src';
const sessions = `${kit}/seller-sessions.spec.ts`;

export const sellerPageFaults: readonly Fault[] = [
  {
    id: 'seller-page/payout-of-anybody',
    harm: "a seller reads another seller's payout by its id",
    file: `${page}/read-payouts/seller-payouts.ts`,
    find: 'where p.seller_id = :sellerId and p.id = any(:payoutIds::uuid[])',
    replacement: 'where :sellerId::text is not null and p.id = any(:payoutIds::uuid[])',
    spec,
    test: "another seller's payout and statement are answered exactly as ids that nobody has",
  },
  {
    id: 'seller-page/statement-of-anybody',
    harm: "a seller downloads another seller's statement by its id",
    file: `${page}/read-statements/seller-statements.ts`,
    find: "const own = 'select from payouts.statement where id = $1 and seller_id = $2';",
    replacement: "const own = 'select from payouts.statement where id = $1 and $2::text is not null';",
    spec,
    test: "another seller's payout and statement are answered exactly as ids that nobody has",
  },
  {
    id: 'seller-page/list-of-everybody',
    harm: 'the list of payouts of a seller holds those of all sellers',
    file: `${page}/read-statements/seller-statements.ts`,
    find: 'await readStatements(db, { sellerId, after, limit })',
    replacement: 'await readStatements(db, { sellerId: undefined, after, limit })',
    spec,
    test: 'are all of theirs, and each can be downloaded in every format',
  },
  {
    id: 'seller-page/seller-from-elsewhere',
    harm: 'the seller is the one that a request names, not the one of the link',
    file: `${kit}/serves.ts`,
    find: 'return seller;',
    replacement: "return { ...seller, sellerId: 'other-shop' };",
    spec,
    test: 'says whose it is, and the time of the market',
  },
  {
    id: 'seller-page/event-of-everybody',
    harm: "holds of all sellers stand among a seller's events",
    file: `${page}/read-events/seller-events.ts`,
    find: "(select placed_at, 'HOLD_PLACED', amount, null, null, order_id, null from payouts.hold\n      where seller_id = :sellerId order by placed_at",
    replacement:
      "(select placed_at, 'HOLD_PLACED', amount, null, null, order_id, null from payouts.hold\n      order by placed_at",
    spec,
    test: 'are what happened, newest first',
  },
  {
    id: 'seller-page/code-of-an-operator',
    harm: 'the seller reads the code that an operator chose, such as FRAUD_SUSPECTED',
    file: `${page}/sentence.ts`,
    find: "text: sayReason(stored, { language, audience: 'seller' }),",
    replacement: "text: sayReason(stored, { language, audience: 'operator' }),",
    spec,
    test: 'what comes when has dates, the payout on its way, and sentences for the seller',
  },
  {
    id: 'seller-page/key-opens-the-page',
    harm: 'every key of the market and every operator is let in to the page, without a seller',
    file: `${kit}/access.guard.ts`,
    find: "if (endpoint?.security === 'seller') {",
    replacement: "if (endpoint?.security === 'seller' && request.headers.authorization === undefined) {",
    spec,
    test: 'no key, no operator and no broken link opens an endpoint of the page',
  },
  {
    id: 'seller-page/erased-seller',
    harm: 'a seller who asked to be forgotten still has a page',
    file: `${page}/open-session/open-session.ts`,
    find: 'if (seller.isErased) throw',
    replacement: 'if (false as boolean) throw',
    spec,
    test: 'a seller whose data was erased has no page',
  },
  {
    id: 'seller-page/token-is-kept',
    harm: 'a live link lies in the database, and a repeat on the next day gets one that has ended',
    file: 'libs/platform-contract/src/seller-page.contract.ts',
    find: 'keepsNoAnswer: true,',
    replacement: '',
    spec,
    test: 'an answer with a token is never kept',
  },
  {
    id: 'seller-page/any-audience',
    harm: 'a token that was signed for another purpose opens the page',
    file: `${kit}/seller-sessions.ts`,
    find: '      audience: AUDIENCE,\n      typ',
    replacement: '      typ',
    spec: sessions,
    test: 'for another audience',
  },
  {
    id: 'seller-page/endless-link',
    harm: 'a token that lives for years is accepted',
    file: `${kit}/seller-sessions.ts`,
    find: 'exp - iat <= LIFETIME_SECONDS_MAX &&',
    replacement: '',
    spec: sessions,
    test: 'that lives longer than any link',
  },
];
