import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { advanceTaxInvoice, type TaxInvoiceStep } from './advance-tax-invoice/advance-tax-invoice.js';
import { draftTaxInvoices } from './draft-tax-invoices/draft-tax-invoices.js';
import { readTaxInvoices } from './draft-tax-invoices/read-tax-invoices.js';
import { Policy } from '../../terms/policy.js';

@Controller()
export class TaxInvoicesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.draftTaxInvoices)
  async draft(
    @Decoded(contract.draftTaxInvoices) { body }: Input<typeof contract.draftTaxInvoices>,
  ): Promise<Output<typeof contract.draftTaxInvoices>> {
    const { calendar } = await this.policy.current();
    return transaction(this.db, (tx) => draftTaxInvoices(tx, body.month, calendar, this.clock.now()));
  }

  @Implements(contract.listTaxInvoices)
  list(
    @Decoded(contract.listTaxInvoices) { query }: Input<typeof contract.listTaxInvoices>,
  ): Promise<Output<typeof contract.listTaxInvoices>> {
    return readTaxInvoices(this.db, query, this.clock.now());
  }

  @Implements(contract.issueTaxInvoice)
  issue(
    @Decoded(contract.issueTaxInvoice) { params, body }: Input<typeof contract.issueTaxInvoice>,
  ): Promise<contract.TaxInvoiceView> {
    return this.advance(params.invoiceId, { event: 'issue', ...body });
  }

  @Implements(contract.sendTaxInvoice)
  send(
    @Decoded(contract.sendTaxInvoice) { params }: Input<typeof contract.sendTaxInvoice>,
  ): Promise<contract.TaxInvoiceView> {
    return this.advance(params.invoiceId, { event: 'send' });
  }

  @Implements(contract.cancelTaxInvoice)
  cancel(
    @Decoded(contract.cancelTaxInvoice) { params, body }: Input<typeof contract.cancelTaxInvoice>,
  ): Promise<contract.TaxInvoiceView> {
    return this.advance(params.invoiceId, { event: 'cancel', ...body });
  }

  private advance(invoiceId: string, step: TaxInvoiceStep): Promise<contract.TaxInvoiceView> {
    return transaction(this.db, (tx) => advanceTaxInvoice(tx, invoiceId, step, this.clock.now()));
  }
}
