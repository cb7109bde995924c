import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of a change of a seller's bank account. The bank and the provider accept or refuse an asked change; an accepted one
 * waits for a person or for its waiting time. `trust`: no wait is needed, for example for a return to an account that was paid
 * before. After a rejected change the seller stays held until another account replaces the rejected one.
 */
export const accountChangeMachine = defineMachine('asked', {
  asked:      { refuse: 'refused', take: 'waiting', trust: 'trusted' },
  waiting:    { confirm: 'confirmed', reject: 'rejected', replace: 'replaced' },
  refused:    {},
  trusted:    {},
  confirmed:  {},
  rejected:   {},
  replaced:   {},
});
export type AccountChangeState = State<typeof accountChangeMachine>;
export type AccountChangeEvent = Event<typeof accountChangeMachine>;
