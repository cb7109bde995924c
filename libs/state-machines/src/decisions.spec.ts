import {
  monthMachine,
  monthRequestMachine,
  parkedDecisionMachine,
  taxInvoiceMachine,
  termsChangeMachine,
  type TaxInvoiceEvent,
  type TaxInvoiceState,
} from './index.js';

describe.each([
  ['a decision about a parked payout', parkedDecisionMachine],
  ['a change of terms', termsChangeMachine],
  ['a request about a month', monthRequestMachine],
])('%s', (_, machine) => {
  test('is proposed, then approved or rejected for good', () => {
    expect(machine.initial).toBe('proposed');
    expect(machine.classify('proposed', 'approve')).toEqual({ kind: 'move', to: 'approved' });
    expect(machine.classify('proposed', 'reject')).toEqual({ kind: 'move', to: 'rejected' });
    expect(machine.states.filter(machine.isFinal)).toEqual(['approved', 'rejected']);
  });

  test('the other decision after the first is illegal, the same one again changes nothing', () => {
    expect(machine.classify('approved', 'reject').kind).toBe('illegal');
    expect(machine.classify('rejected', 'approve').kind).toBe('illegal');
    expect(machine.classify('approved', 'approve').kind).toBe('stale');
  });
});

// prettier-ignore
test.each<[TaxInvoiceState, TaxInvoiceEvent, string]>([
  ['drafted',  'issue',  'issued'],
  ['drafted',  'cancel', 'canceled'],
  ['issued',   'send',   'sent'],
  ['issued',   'cancel', 'canceled'],
])('a tax invoice that is %s accepts %s and becomes %s', (state, event, to) => {
  expect(taxInvoiceMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

test('a tax invoice starts as a draft; what the tax office has is not canceled any more', () => {
  expect(taxInvoiceMachine.initial).toBe('drafted');
  expect(taxInvoiceMachine.classify('sent', 'cancel').kind).toBe('illegal');
  expect(taxInvoiceMachine.states.filter(taxInvoiceMachine.isFinal)).toEqual(['sent', 'canceled']);
});

test('a month is closed in two steps, reopened, and closed again', () => {
  const { classify, initial } = monthMachine;
  expect(initial).toBe('OPEN');
  expect(classify('OPEN', 'close')).toEqual({ kind: 'move', to: 'CLOSING' });
  expect(classify('CLOSING', 'finish')).toEqual({ kind: 'move', to: 'CLOSED' });
  expect(classify('CLOSED', 'reopen')).toEqual({ kind: 'move', to: 'REOPENED' });
  expect(classify('REOPENED', 'close')).toEqual({ kind: 'move', to: 'CLOSING' });
  for (const state of ['CLOSING', 'CLOSED'] as const) expect(classify(state, 'close').kind).not.toBe('move');
  for (const state of ['OPEN', 'CLOSING', 'REOPENED'] as const) expect(classify(state, 'reopen').kind).not.toBe('move');
});
