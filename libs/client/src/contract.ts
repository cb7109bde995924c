import type { services } from '@jeongsan/platform-contract';

type Contracts = typeof services;
/** Every endpoint that one service alone has. The front door refuses two with the same name. */
export type JeongsanContract = Contracts['payments-gateway'] &
  Contracts['webhook-ingestor'] &
  Contracts['settlement-reconciler'] &
  Contracts['payout-scheduler'] &
  Contracts['seller-onboarding'];
