import { Module } from '@nestjs/common';
import { ExplanationsController } from './explanations.controller.js';
import { ForecastsController } from './forecasts.controller.js';
import { PayoutsController } from './payouts.controller.js';

export const explanationsControllers = [PayoutsController, ExplanationsController, ForecastsController] as const;

/**
 * Where each won is, was and will be: why a payout has its amount, what became of an order, balances at an instant, and
 * forecasts. Only reads; a dry run rolls its transaction back. Imports every other room, and no room imports it.
 */
@Module({ controllers: [...explanationsControllers] })
export class ExplanationsModule {}
