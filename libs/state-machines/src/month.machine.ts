import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of a month of the books.
 * CLOSING   new postings for the month already go to the next one; transactions that began earlier may still write into it
 * CLOSED    nothing is added to the month any more
 * REOPENED  two people opened it again: postings go into it until it is closed again
 */
export const monthMachine = defineMachine('OPEN', {
  OPEN:     { close: 'CLOSING' },
  CLOSING:  { finish: 'CLOSED' },
  CLOSED:   { reopen: 'REOPENED' },
  REOPENED: { close: 'CLOSING' },
});
export type MonthState = State<typeof monthMachine>;
export type MonthEvent = Event<typeof monthMachine>;

// prettier-ignore
/**
 * States of a request to close or to reopen a month. A request to close a month from whose checklist nothing is missing is
 * approved at once; any other one waits for a second person.
 */
export const monthRequestMachine = defineMachine('proposed', {
  proposed: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
});
export type MonthRequestState = State<typeof monthRequestMachine>;
export type MonthRequestEvent = Event<typeof monthRequestMachine>;
