import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of a tax invoice's data: drafted from our records; another system issues the invoice and sends it to the tax office.
 */
export const taxInvoiceMachine = defineMachine('drafted', {
  drafted:  { issue: 'issued', cancel: 'canceled' },
  issued:   { send: 'sent', cancel: 'canceled' },
  sent:     {}, // The tax office has it: what changes afterwards is an amendment, an invoice of its own.
  canceled: {},
});
export type TaxInvoiceState = State<typeof taxInvoiceMachine>;
export type TaxInvoiceEvent = Event<typeof taxInvoiceMachine>;
