import type { Author } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { advanceTaxInvoice, type TaxInvoiceStep } from './advance-tax-invoice/advance-tax-invoice.js';
import { draftTaxInvoices } from './draft-tax-invoices/draft-tax-invoices.js';
import { readTaxInvoice, readTaxInvoices } from './draft-tax-invoices/read-tax-invoices.js';
import { writeTaxFile } from './write-tax-file/write-tax-file.js';
import { Policy } from '../../terms/policy.js';

@Serves(contract.taxInvoicesContract)
export class TaxInvoicesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.taxInvoicesContract> = {
    draftTaxInvoices: async ({ body }, { caller }) => {
      const { calendar } = await this.policy.current();
      return transaction(this.db, (tx) => draftTaxInvoices(tx, body.month, calendar, caller, this.clock.now()));
    },
    listTaxInvoices: ({ query }) => readTaxInvoices(this.db, query, this.clock.now()),
    getTaxInvoice: ({ params }) => readTaxInvoice(this.db, params.invoiceId, this.clock.now()),
    getTaxFile: ({ params }) => writeTaxFile(this.db, params.month, this.clock.now()),
    issueTaxInvoice: ({ params, body }, { caller }) =>
      this.advance(params.invoiceId, { event: 'issue', ...body }, caller),
    sendTaxInvoice: ({ params }, { caller }) => this.advance(params.invoiceId, { event: 'send' }, caller),
    cancelTaxInvoice: ({ params, body }, { caller }) =>
      this.advance(params.invoiceId, { event: 'cancel', ...body }, caller),
  };

  private advance(invoiceId: string, step: TaxInvoiceStep, author: Author): Promise<contract.TaxInvoiceView> {
    return transaction(this.db, (tx) => advanceTaxInvoice(tx, invoiceId, step, author, this.clock.now()));
  }
}
