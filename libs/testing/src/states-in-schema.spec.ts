import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accountChangeMachine,
  batchMachine,
  batchStates,
  breakMachine,
  breakStates,
  monthMachine,
  monthRequestMachine,
  parkedDecisionMachine,
  payoutRunStates,
  payoutStates,
  sellerAdjustmentMachine,
  statementMailMachine,
  taxInvoiceMachine,
  termsChangeMachine,
  writeOffMachine,
} from '@jeongsan/state-machines';

const schema = readFileSync(join(__dirname, '../../database/schema.golden.sql'), 'utf8').split('\n');

/** The states in the one line of the reviewed schema that compares `state` with a list. */
function listIn(line: string): string[] {
  const [, list = ''] = /\(state = ANY \(ARRAY\[([^\]]*)\]\)\)/.exec(line) ?? [];
  return [...list.matchAll(/'(\w+)'::text/g)].map(([, word = '']) => word).toSorted();
}

// Each list stands in a migration, and a migration cannot ask the table. A state that is added to the table needs a new migration.
// prettier-ignore
test.each([
  ['onboarding.account_change account_change_state_check:', accountChangeMachine.states],
  ['payouts.batch attempt_state_check:',                    batchMachine.states],
  ['payouts.debt_write_off debt_write_off_state_check:',    writeOffMachine.states],
  ['payouts.parked_decision parked_decision_state_check:',  parkedDecisionMachine.states],
  ['payouts.rule_change rule_change_state_check:',          termsChangeMachine.states],
  ['payouts.seller_adjustment seller_adjustment_state_check:', sellerAdjustmentMachine.states],
  ['payouts.statement_mail statement_mail_state_check:',    statementMailMachine.states],
  ['payouts.tax_invoice tax_invoice_state_check:',          taxInvoiceMachine.states],
  ['payouts.terms_change terms_change_state_check:',        termsChangeMachine.states],
  ['reconciliation.break resolved_when_not_open:',          breakStates.open],
  ['reconciliation.break state_known:',                     breakMachine.states],
  ['reconciliation.month month_state_check:',                monthMachine.states],
  ['reconciliation.month_request month_request_state_check:', monthRequestMachine.states],
  ['CREATE INDEX batch_open ON',                            batchStates.open],
  ['CREATE INDEX break_excepted ON',                        breakStates.excepted],
  ['CREATE INDEX payout_unfinished ON',                     payoutStates.open],
  ['CREATE INDEX payout_unsuccessful ON',                   payoutStates.unsuccessful],
  ['CREATE INDEX run_waiting ON',                           payoutRunStates.waiting],
])('%s has the states of the table', (name, states) => {
  const lines = schema.filter((line) => line.startsWith(name));
  expect(lines.map(listIn)).toEqual([[...states].toSorted()]);
});

test('every list of states in the schema is compared with its table', () => {
  const compared =
    /^(onboarding|payouts|reconciliation)\.(?!run |settlement )\w+ \w+_state_check:|^reconciliation\.break |^CREATE INDEX (batch_open|break_excepted|payout_unfinished|payout_unsuccessful|run_waiting) ON/;
  const others = schema.filter((line) => listIn(line).length > 2 && !compared.test(line));
  // Lifecycles without a table of states: of a reconciliation run, of the provider's settlement, of a webhook's delivery.
  expect(others.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
    'reconciliation.run run_state_check',
    'reconciliation.settlement settlement_state_check',
    'webhooks.delivery delivery_state_check',
    'webhooks.delivery_rest delivery_state_check',
  ]);
});
