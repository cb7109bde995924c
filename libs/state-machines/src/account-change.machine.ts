import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * Life of a seller's change of account. It is asked for, and the bank and the provider refuse or take it; taken, it waits for a person
 * or for days. `trust`: it needs neither, such as going back to the account that was paid before. A rejected one keeps its seller
 * held until another account takes its place.
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
