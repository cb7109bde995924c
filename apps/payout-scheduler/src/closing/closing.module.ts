import { Module } from '@nestjs/common';
import { SCHEDULES } from '@jeongsan/queues';
import { AdjustmentsController } from './adjustments.controller.js';
import { BalancesController } from './balances.controller.js';
import { HoldsController } from './holds.controller.js';
import { releaseDueHoldsSchedule } from './release-hold/release-hold.schedule.js';
import { StatementsController } from './statements.controller.js';
import { TaxInvoicesController } from './tax/tax-invoices.controller.js';

export const closingControllers = [
  HoldsController,
  BalancesController,
  AdjustmentsController,
  StatementsController,
  TaxInvoicesController,
] as const;

/**
 * What each seller is owed on a date: lines mature, statements close, and holds, reserves, debts and tax invoices decide
 * how much of a statement can be paid. Imports `terms`.
 */
@Module({
  controllers: [...closingControllers],
  providers: [{ provide: SCHEDULES, useValue: [releaseDueHoldsSchedule] }],
})
export class ClosingModule {}
