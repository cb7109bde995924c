import { operatorReason } from '@jeongsan/settlement';
import { decideClosing, type Closing, type ClosingTerms, type Position } from './decide-closing.js';

const policy = { minimumPayout: 1_000n, weeklyLimit: 10_000_000n };
const plain: ClosingTerms = { taxType: 'GENERAL', debt: { netShare: 100_000 }, reserve: null, minimumPayout: null };
const nothing: Position = {
  opening: 0n,
  moved: 0n,
  taxable: 0n,
  soFar: { taxable: 0n, withheld: 0n },
  payable: 0n,
  debt: 0n,
  reserve: 0n,
  reserveDue: 0n,
  held: { amounts: 0n, orders: 0n, futureDebits: 0n },
  gates: { state: 'approved', accountWaits: false, holds: [], paidThisWeek: 0n },
};
/** The position of a seller who earned `amount` since the last statement. */
const earned = (amount: bigint, more: Partial<Position> = {}): Position => {
  const opening = more.opening ?? 0n;
  return { ...nothing, moved: amount, taxable: amount, payable: opening + amount, ...more };
};
const held = (some: Partial<Position['held']>) => ({ held: { ...nothing.held, ...some } });
const blocked = { gates: { ...nothing.gates, holds: ['DISPUTE'] } };

// prettier-ignore
test.each<[string, Position, Partial<ClosingTerms>, Partial<Closing>]>([
  ['everything is paid',                     earned(10_000n),                                    {}, { movements: 10_000n, payout: 10_000n, carried: 0n, holdReason: null }],
  ['what was carried is paid with it',       earned(500n, { opening: 700n }),                    {}, { payout: 1_200n, carried: 0n }],
  ['less than the minimum is carried',       earned(999n),                                       {}, { payout: 0n, carried: 999n, holdReason: 'BELOW_MINIMUM' }],
  ['the seller has a minimum of its own',    earned(5_000n),             { minimumPayout: 10_000n }, { payout: 0n, carried: 5_000n, holdReason: 'BELOW_MINIMUM' }],
  ['even none',                              earned(1n),                      { minimumPayout: 0n }, { payout: 1n, carried: 0n }],
  ['what moved after the cut-off is left',   earned(10_000n, { payable: 6_000n }),               {}, { payout: 6_000n, carried: 4_000n }],

  ['debt is netted whole',                   earned(10_000n, { debt: 3_000n }),                  {}, { debtNetted: 3_000n, movements: 7_000n, payout: 7_000n }],
  ['as far as the money goes',               earned(10_000n, { debt: 30_000n }),                 {}, { debtNetted: 10_000n, movements: 0n, payout: 0n, carried: 0n }],
  ['up to a share of it',                    earned(10_001n, { debt: 30_000n }), { debt: { netShare: 50_000 } }, { debtNetted: 5_000n, payout: 5_001n }],
  ['or not at all',                          earned(10_000n, { debt: 3_000n }), { debt: { netShare: 0 } }, { debtNetted: 0n, payout: 10_000n }],

  ['3.3 % are withheld',                     earned(100_000n),           { taxType: 'WITHHOLDING' }, { withheld: 3_300n, movements: 96_700n, payout: 96_700n }],
  ['of the others nothing',                  earned(100_000n),       { taxType: 'NON_WITHHOLDING' }, { withheld: 0n, taxable: 0n, payout: 100_000n }],
  ['money that comes back is not taxed',     earned(100_000n, { taxable: 0n }), { taxType: 'WITHHOLDING' }, { withheld: 0n, payout: 100_000n }],
  ['tax takes what the netting leaves',      earned(100_000n, { debt: 99_000n }), { taxType: 'WITHHOLDING' }, { debtNetted: 99_000n, withheld: 1_000n, payout: 0n, carried: 0n, soFar: { taxable: 100_000n, withheld: 1_000n } }],
  ['and is withheld later',                  earned(10_000n, { soFar: { taxable: 100_000n, withheld: 1_000n } }), { taxType: 'WITHHOLDING' }, { withheld: 2_630n, payout: 7_370n }],
  ['a refund that became debt gives tax back, towards the debt',
    { ...nothing, taxable: -100_000n, debt: 100_000n, soFar: { taxable: 100_000n, withheld: 3_300n } }, { taxType: 'WITHHOLDING' }, { withheld: -3_300n, debtNetted: 3_300n, movements: 0n, payout: 0n, soFar: { taxable: 0n, withheld: 0n } }],

  ['a rolling reserve is a share of the payout', earned(10_005n),  { reserve: { kind: 'ROLLING', rate: 10_000, days: 30 } }, { reserveHeld: 1_000n, movements: 9_005n, payout: 9_005n, carried: 0n }],
  ['a fixed one is filled',                  earned(10_000n, { reserve: 3_000n }),   { reserve: { kind: 'FIXED', amount: 5_000n } }, { reserveHeld: 2_000n, payout: 8_000n }],
  ['as far as the money goes',               earned(10_000n),                       { reserve: { kind: 'FIXED', amount: 50_000n } }, { reserveHeld: 10_000n, payout: 0n, carried: 0n, holdReason: null }],
  ['and left when it is full',               earned(10_000n, { reserve: 6_000n }),   { reserve: { kind: 'FIXED', amount: 5_000n } }, { reserveHeld: 0n, payout: 10_000n }],
  ['nothing is kept of what is not paid',    earned(10_000n, blocked), { reserve: { kind: 'ROLLING', rate: 10_000, days: 30 } }, { reserveHeld: 0n, carried: 10_000n, holdReason: operatorReason('DISPUTE') }],
  ['a reserve whose time is over is paid',   earned(10_000n, { reserve: 900n, reserveDue: 900n }), {}, { reserveReleased: 900n, movements: 10_900n, payout: 10_900n }],

  ['an amount is held',                      earned(10_000n, held({ amounts: 4_000n })),         {}, { heldBack: 4_000n, payout: 6_000n, carried: 4_000n, holdReason: 'HELD_AMOUNT' }],
  ['more than there is',                     earned(10_000n, held({ amounts: 40_000n })),        {}, { heldBack: 10_000n, payout: 0n, carried: 10_000n, holdReason: 'HELD_AMOUNT' }],
  ['an order is held',                       earned(10_000n, held({ orders: 4_000n })),          {}, { heldBack: 4_000n, payout: 6_000n, holdReason: 'HELD_ORDER' }],
  ['a cancel is on its way',                 earned(10_000n, held({ futureDebits: 4_000n })),    {}, { heldBack: 4_000n, payout: 6_000n, holdReason: 'FUTURE_DEBITS' }],
  ['what is left is below the minimum: the hold is why', earned(1_500n, held({ orders: 600n })), {}, { heldBack: 600n, payout: 0n, carried: 1_500n, holdReason: 'HELD_ORDER' }],
  ['a seller on hold is why, not the order', earned(10_000n, { ...held({ orders: 4_000n }), ...blocked }), {}, { payout: 0n, carried: 10_000n, holdReason: operatorReason('DISPUTE') }],
  ['a hold on nothing is no reason',         earned(0n, held({ orders: 4_000n })),               {}, { heldBack: 0n, payout: 0n, holdReason: null }],
])('%s', (_, position, terms, expected) => {
  const closing = decideClosing(position, { ...plain, ...terms }, policy);
  expect(closing).toMatchObject(expected);
  expect(closing.opening + closing.movements).toBe(closing.payout + closing.carried);
});
