import { Module } from '@nestjs/common';
import { CalendarController } from './calendar.controller.js';
import { CommissionRulesController } from './commission-rules.controller.js';
import { RuleChangesController } from './rule-changes.controller.js';
import { TermsChangesController } from './terms-changes.controller.js';
import { TermsController } from './terms.controller.js';

export const termsControllers = [
  TermsController,
  TermsChangesController,
  CommissionRulesController,
  RuleChangesController,
  CalendarController,
] as const;

/**
 * What is agreed: the terms of each seller and their changes, the market's commission rules, and the business days that
 * dates are counted in. Imports no other room.
 */
@Module({ controllers: [...termsControllers] })
export class TermsModule {}
