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

/** The states of sellers, by the questions that are asked about them. A new state gets its stage above, and with it all answers. */
export const sellerStates = {
  /** Does the provider take payouts to it? One under review (`limited`) has a weekly limit. */
  payable: statesIn('payable'),
  /** Has it come to its end? */
  ended: statesIn('ended'),
} as const;
