import { dispatchControlContract, runOverridesContract } from './dispatch-control.contract.js';
import { explanationsContract } from './explanations.contract.js';
import { forecastsContract } from './forecasts.contract.js';
import { monthlyStatementsContract } from './monthly-statements.contract.js';
import { parkedPayoutsContract } from './parked-payouts.contract.js';
import { payoutHeadroomContract } from './payout-headroom.contract.js';
import { payoutsContract } from './payouts.contract.js';
import { reissuesContract } from './reissues.contract.js';
import { ruleChangesContract } from './rule-changes.contract.js';
import { sellerPageContract, sellerSessionsContract } from './seller-page.contract.js';
import { statutoryContract } from './statutory.contract.js';
import { statementsContract } from './statements.contract.js';
import { statementMailsContract } from './statement-mails.contract.js';
import { taxInvoicesContract } from './tax-invoices.contract.js';
import { termsChangesContract } from './terms-changes.contract.js';

/** All endpoints of payout-scheduler. */
export const schedulerContract = {
  ...payoutsContract,
  ...parkedPayoutsContract,
  ...payoutHeadroomContract,
  ...dispatchControlContract,
  ...runOverridesContract,
  ...statementsContract,
  ...monthlyStatementsContract,
  ...statementMailsContract,
  ...explanationsContract,
  ...forecastsContract,
  ...taxInvoicesContract,
  ...termsChangesContract,
  ...ruleChangesContract,
  ...reissuesContract,
  ...statutoryContract,
  ...sellerSessionsContract,
  ...sellerPageContract,
} as const;
