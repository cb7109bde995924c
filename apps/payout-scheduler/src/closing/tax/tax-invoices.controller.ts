import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { advanceTaxInvoice, type TaxInvoiceStep } from './advance-tax-invoice/advance-tax-invoice.js';
import { draftTaxInvoices } from './draft-tax-invoices/draft-tax-invoices.js';
import { readTaxInvoices } from './draft-tax-invoices/read-tax-invoices.js';
import { Policy } from '../../terms/policy.js';

@Serves(contract.taxInvoicesContract)
export class TaxInvoicesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.taxInvoicesContract> = {
    draftTaxInvoices: async ({ body }) => {
      const { calendar } = await this.policy.current();
      return transaction(this.db, (tx) => draftTaxInvoices(tx, body.month, calendar, this.clock.now()));
    },
    listTaxInvoices: ({ query }) => readTaxInvoices(this.db, query, this.clock.now()),
    issueTaxInvoice: ({ params, body }) => this.advance(params.invoiceId, { event: 'issue', ...body }),
    sendTaxInvoice: ({ params }) => this.advance(params.invoiceId, { event: 'send' }),
    cancelTaxInvoice: ({ params, body }) => this.advance(params.invoiceId, { event: 'cancel', ...body }),
  };

  private advance(invoiceId: string, step: TaxInvoiceStep): Promise<contract.TaxInvoiceView> {
    return transaction(this.db, (tx) => advanceTaxInvoice(tx, invoiceId, step, this.clock.now()));
  }
}
