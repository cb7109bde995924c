import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** Life of a tax invoice as data: drafted from the books, issued and sent to the tax office by somebody else. */
export const taxInvoiceMachine = defineMachine('drafted', {
  drafted:  { issue: 'issued', cancel: 'canceled' },
  issued:   { send: 'sent', cancel: 'canceled' },
  sent:     {}, // The tax office has it: what changes afterwards is an amendment, an invoice of its own.
  canceled: {},
});
export type TaxInvoiceState = State<typeof taxInvoiceMachine>;
export type TaxInvoiceEvent = Event<typeof taxInvoiceMachine>;
