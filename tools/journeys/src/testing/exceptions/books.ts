import type { StoryWorld } from '@jeongsan/attack/story';
import { connectDatabase } from '@jeongsan/database';
import type { Exception } from './exception.js';

/** Rows of what the books do not know: the comparison after a restore is a matter of hours. */
const FIND = `
with found as (
  insert into payouts.provider_finding (provider_payout_id, destination, kind, amount, provider_status, payout_date, found_at)
  values ('po_beside_us', 'seller_of_nobody', 'UNKNOWN_PAYOUT', 12000, 'COMPLETED', '2026-05-29', now())
)
update payouts.dispatch_control set locked = true`;

async function find({ platform }: StoryWorld): Promise<void> {
  const db = await connectDatabase({ url: platform.databaseUrl, poolSize: 1, applicationName: 'journey' });
  try {
    await db.query(FIND);
  } finally {
    await db.destroy();
  }
}

/** The books, the cash and the machinery. */
export const books = {
  DEAD_JOB: {
    arise: (world) => world.letJobsDie(),
    who: 'operator',
    clicks: [],
    evidence: '[role="cell"]:has-text("a page of HTML")',
    settle: { operation: 'reviveDeadJob' },
  },
  FINDING: {
    arise: find,
    who: 'approver',
    clicks: [],
    evidence: '[role="row"]:has-text("12,000")',
    settle: { operation: 'acknowledgeFindings', fields: { reason: 'Made by hand at the provider' } },
  },
} as const satisfies Readonly<Record<string, Exception>>;
