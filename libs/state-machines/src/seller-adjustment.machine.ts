import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of an adjustment of a seller by hand. Approval and posting are one transaction, so there is no state between them. A
 * small adjustment is proposed and approved by the same person at once.
 */
export const sellerAdjustmentMachine = defineMachine('proposed', {
  proposed: { approve: 'posted', reject: 'rejected' },
  posted:   {},
  rejected: {},
});
export type SellerAdjustmentState = State<typeof sellerAdjustmentMachine>;
export type SellerAdjustmentEvent = Event<typeof sellerAdjustmentMachine>;
