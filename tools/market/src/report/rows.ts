import type { Output } from '@jeongsan/http-contract';
import type { listPayoutViews, listRuns, listSellerPositions } from '@jeongsan/platform-contract';

export type Run = Output<typeof listRuns>['items'][number];
export type Payout = Output<typeof listPayoutViews>['items'][number];
export type Position = Output<typeof listSellerPositions>['items'][number];
