import { StoryWorld } from './story-world.js';
import { OPERATOR } from './people.js';
import { tellDeliveries, tellEndpoints } from './tell-events.js';
import { tellClosing, tellMonthlyPapers, tellTrail } from './tell-month.js';
import { tellCancels, tellErasures, tellOrders, tellUnallocated } from './tell-orders.js';
import {
  tellDeadJobs,
  tellDebts,
  tellHoldsAndBalances,
  tellOverride,
  tellParked,
  tellPolicies,
  tellRefusedRun,
  tellReissue,
  tellRun,
  tellStatements,
  tellSurplus,
} from './tell-payouts.js';
import { tellBank, tellBreaks, tellLedger, tellNight, tellRules } from './tell-reconciliation.js';
import { tellSellerPage } from './tell-seller-page.js';
import { tellAccounts, tellRuleChanges, tellSellerErasure, tellSellers, tellTerms } from './tell-sellers.js';

type Chapter = (world: StoryWorld) => Promise<void>;

let endpointId = '';

/** A market's last days of May, chapter by chapter: every endpoint is called with what a caller would send. */
const chapters = {
  endpoints: async (world) => {
    await world.moveTo('2026-05-26', '11:00:00');
    endpointId = await tellEndpoints(world);
  },
  sellers: tellSellers,
  terms: tellTerms,
  orders: async (world) => {
    await world.moveTo('2026-05-26', '12:00:00');
    await tellOrders(world);
  },
  cancels: tellCancels,
  unallocated: tellUnallocated,
  deliveries: (world) => tellDeliveries(world, endpointId),
  ruleChanges: tellRuleChanges,
  holds: tellHoldsAndBalances,
  debts: tellDebts,
  policies: tellPolicies,
  rules: tellRules,
  night: async (world) => {
    await world.moveTo('2026-05-27', '03:00:05');
    await tellNight(world);
  },
  ledger: tellLedger,
  run: async (world) => {
    await world.moveTo('2026-05-27', '04:00:05');
    await world.teller.tell('dryRun', OPERATOR, { body: { businessDate: '2026-05-30' } });
    await tellRun(world);
  },
  bank: tellBank,
  reissue: async (world) => {
    await world.moveTo('2026-05-28', '09:00:05');
    await tellReissue(world);
  },
  breaks: tellBreaks,
  statements: tellStatements,
  sellerPage: tellSellerPage,
  refusedRun: async (world) => {
    await world.moveTo('2026-05-29', '04:00:05');
    await tellRefusedRun(world);
  },
  override: tellOverride,
  parked: tellParked,
  surplus: tellSurplus,
  accounts: tellAccounts,
  monthlyPapers: tellMonthlyPapers,
  closing: tellClosing,
  trail: tellTrail,
  erasures: tellErasures,
  sellerErasure: tellSellerErasure,
  deadJobs: tellDeadJobs,
} as const satisfies Readonly<Record<string, Chapter>>;

/** Tells every chapter, or those up to one. Throws with the name of the chapter that went another way. */
export async function playStory(world: StoryWorld, last?: keyof typeof chapters): Promise<void> {
  for (const [name, tell] of Object.entries<Chapter>(chapters)) {
    await tell(world).catch((error: unknown) => {
      throw new Error(`Chapter ${name}: ${(error as Error).message}`, { cause: error });
    });
    if (name === last) return;
  }
}
