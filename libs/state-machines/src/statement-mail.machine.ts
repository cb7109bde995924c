import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** States of a statement's e-mail. */
export const statementMailMachine = defineMachine('unsent', {
  unsent: { send: 'sent', fail: 'failed' },
  sent:   { again: 'unsent' },
  failed: { again: 'unsent' },
});
export type StatementMailState = State<typeof statementMailMachine>;
export type StatementMailEvent = Event<typeof statementMailMachine>;
