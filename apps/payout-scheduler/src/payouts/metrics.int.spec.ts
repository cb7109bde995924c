import { eventually, sellerHas } from '@jeongsan/testing';
import { onboardedSeller, schedulerWorld, type SchedulerWorld } from '../testing/scheduler-world.js';
import { policy } from '../testing/payout-world.js';
import { draftRun } from './runs/draft-run/draft-run.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T08:00:00+09:00');
const DATE = '2026-05-11';

let world: SchedulerWorld;
beforeAll(async () => {
  world = await schedulerWorld(NOW);
  const [paid, held] = [await onboardedSeller(world.db), await onboardedSeller(world.db)];
  await sellerHas(world.db, paid, 300_000n);
  await sellerHas(world.db, held, 70_000n);
  await world.call('kim', 'POST', `/sellers/${held}/holds`, { scope: 'SELLER', reason: 'DISPUTE' });
  await draftRun(world.db, DATE, { ...policy, selfApproveUpTo: null }, () => NOW);
}, 120_000);
afterAll(() => world.close());

/** The lines of the metrics with this name, in the order of their labels. */
async function shown(name: string): Promise<string[]> {
  const { text } = await world.send(undefined, 'GET', '/metrics');
  return text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
}

test('a run that waits for approval, its payouts and the held money are shown in won', async () => {
  expect(await shown('payout_runs')).toContain('payout_runs{state="draft"} 1');
  // DISPATCH_AT is 09:00, and the clock of the world runs on.
  const [due = ''] = await shown('payout_run_approval_due_seconds');
  const seconds = parseFloat(due.split(' ')[1] ?? '');
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(seconds).toBeGreaterThan(3_000);
  expect(await shown('payouts_open')).toContain('payouts_open{state="reserved"} 1');
  expect(await shown('payouts_open_won')).toContain('payouts_open_won{state="reserved"} 300000');
  expect(await shown('payouts_drafted')).toContain('payouts_drafted{state="reserved"} 1');
  expect(await shown('held_won')).toEqual(['held_won{reason="DISPUTE"} 70000']);
  expect(await shown('held_sellers')).toEqual(['held_sellers{reason="DISPUTE"} 1']);
  expect(await shown('cash_needed_won')).toEqual(['cash_needed_won 300000']);
  expect(await shown('dispatch_stopped_seconds')).toEqual([
    'dispatch_stopped_seconds{because="halted"} 0',
    'dispatch_stopped_seconds{because="locked"} 0',
  ]);
  expect(await shown('payout_unknown_oldest_seconds')).toEqual(['payout_unknown_oldest_seconds 0']);
});

test('a reading that fails leaves its gauges out and is counted; the others are shown', async () => {
  await world.db.query('alter table payouts.hold rename to hold_away');
  try {
    // A reading is kept for seconds.
    await eventually(async () => expect(await shown('held_won')).toEqual([]), { timeoutMs: 20_000 });
    expect(await shown('payout_runs')).toContain('payout_runs{state="draft"} 1');
    expect(await shown('metrics_reading_failures_total')).toContain(
      'metrics_reading_failures_total{reading="holds"} 1',
    );
  } finally {
    await world.db.query('alter table payouts.hold_away rename to hold');
  }
});
