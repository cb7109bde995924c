import { APPROVER, OPERATOR, type StoryWorld } from '@jeongsan/attack/story';
import type { Exception } from './exception.js';

/** The cap of the scheduler under test: less than what the first run pays. */
export const RUN_CAP = '100000';

const NEVER_MADE = { operation: 'createPayouts', kind: 'error', status: 500, times: 1_000 } as const;

/** Runs, and the switch that stops all of them. */
export const runs = {
  RUN_TO_APPROVE: {
    arise: (world) => world.moveTo('2026-05-27', '06:00:00'),
    who: 'approver',
    clicks: [],
    evidence: 'main [data-adds-up="true"]',
    settle: { operation: 'approveRun' },
  },
  SENDING_STOPPED: {
    arise: ({ teller }) => teller.ask('haltDispatch', OPERATOR, { body: { reason: 'The bank is down' } }),
    who: 'approver',
    clicks: [],
    evidence: 'main [role="alert"]',
    settle: { operation: 'resumeDispatch', fields: { reason: 'The bank is back' } },
  },
  RUN_KEPT: {
    arise: async (world) => {
      await loseAnswers(world);
      await world.moveTo('2026-05-28', '09:00:05');
    },
    who: 'admin',
    clicks: [],
    evidence: 'main [role="alert"]',
    settle: { operation: 'overrideRun', fields: { reason: 'The end of the month' } },
  },
} as const satisfies Readonly<Record<string, Exception>>;

/** Payouts without a known outcome. */
export const payouts = {
  PARKED_PAYOUT: {
    arise: async (world) => {
      const parked = async () => (await world.teller.ask('listParkedPayouts', OPERATOR, { query: {} })).items[0];
      await world.until('a parked payout', parked, 10);
    },
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/payouts/"]'],
    evidence: 'main ol li',
    settle: {
      operation: 'proposeParkedDecision',
      fields: { kind: 'SEND_AGAIN', reason: 'The provider is well again' },
    },
    after: sendAllAgain,
  },
} as const satisfies Readonly<Record<string, Exception>>;

/** Payouts that are sent from now on have no answer and are never listed. */
async function loseAnswers({ platform }: StoryWorld): Promise<void> {
  await platform.clients.control.addFault({ body: NEVER_MADE });
}

/** The provider is well again: whatever is parked is sent again. */
async function sendAllAgain(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  await platform.clients.control.clearFaults({});
  const { items } = await teller.ask('listParkedPayouts', OPERATOR, { query: {} });
  for (const { payoutId, proposal } of items) {
    const body = { kind: 'SEND_AGAIN', reason: 'The provider is well again' } as const;
    const proposed = proposal ?? (await teller.ask('proposeParkedDecision', OPERATOR, { params: { payoutId }, body }));
    await teller.ask('approveParkedDecision', APPROVER, { params: { decisionId: proposed.id } });
  }
  await world.later();
}
