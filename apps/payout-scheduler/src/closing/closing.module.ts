import { Module, type DynamicModule } from '@nestjs/common';
import { READINGS } from '@jeongsan/nest-kit';
import { keepDaily } from '@jeongsan/nest-platform';
import { SCHEDULES } from '@jeongsan/queues';
import { AdjustmentsController } from './adjustments.controller.js';
import { BalancesController } from './balances.controller.js';
import { heldReading } from './place-hold/held-reading.js';
import { HoldsController } from './holds.controller.js';
import { ReissuesController } from './reissues.controller.js';
import { releaseDueHoldsSchedule } from './release-hold/release-hold.schedule.js';
import type { Env } from '../env.js';
import { KeptContacts } from './mail-statements/contact.js';
import { Mailer, type MailSettings } from './mail-statements/mailer.js';
import { MonthlyStatementsController } from './monthly-statements.controller.js';
import { StatementMailsController } from './statement-mails.controller.js';
import { StatementsController } from './statements.controller.js';
import { StatementsWorker } from './statements.worker.js';
import { TaxInvoicesController } from './tax/tax-invoices.controller.js';

export const closingControllers = [
  HoldsController,
  BalancesController,
  AdjustmentsController,
  ReissuesController,
  StatementsController,
  MonthlyStatementsController,
  StatementMailsController,
  TaxInvoicesController,
] as const;

/**
 * What each seller is owed on a date: lines mature, statements close, and holds, reserves, debts and tax invoices decide
 * how much of a statement can be paid. Imports `terms`.
 */
@Module({})
export class ClosingModule {
  static for(env: Env): DynamicModule {
    return {
      module: ClosingModule,
      controllers: [...closingControllers],
      providers: [
        StatementsWorker,
        { provide: READINGS, useValue: [heldReading] },
        { provide: Mailer, useFactory: () => new Mailer(mailSettings(env)) },
        { provide: KeptContacts, useFactory: () => new KeptContacts(env.KEEP_CONTACTS_DAYS) },
        { provide: SCHEDULES, useValue: [releaseDueHoldsSchedule, keepDaily('statement-data.keep')] },
      ],
    };
  }
}

const mailSettings = ({ MAIL_URL: url, MAIL_FROM: from, NODE_ENV }: Env): MailSettings | null =>
  url === undefined || from === undefined ? null : { url, from, requireTls: NODE_ENV === 'production' };
