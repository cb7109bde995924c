import { sellerMachine, type SellerState } from './seller.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** What the provider allows a seller in each state. */
const stages = {
  received:          'not yet payable',
  account_refused:   'not yet payable',
  account_verified:  'not yet payable',
  awaiting_identity: 'not yet payable',
  limited:           'payable',
  kyc_required:      'stopped',
  approved:          'payable',
  refused:           'ended',
  closed:            'ended',
} as const satisfies Record<SellerState, string>;

const statesIn = statesByStage(sellerMachine, stages);

/** Lists of seller states, one per question. A new state must get a stage above, and then appears in the right lists. */
export const sellerStates = {
  /** Sellers to whom the provider accepts payouts. A seller under review (`limited`) has a weekly limit. */
  payable: statesIn('payable'),
  /** Sellers in a final state. */
  ended: statesIn('ended'),
} as const;
