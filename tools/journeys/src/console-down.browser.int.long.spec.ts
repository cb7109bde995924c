import { OPERATOR, playStory } from '@jeongsan/attack/story';
import { Journey } from './testing/journey.js';

const LONG_MS = 600_000;
jest.setTimeout(LONG_MS);

let journey: Journey;
beforeAll(async () => {
  journey = await Journey.start('door-killed');
  await playStory(journey.world, 'orders');
  await journey.world.moveTo('2026-05-27', '03:00:05');
  await journey.world.moveTo('2026-05-27', '04:00:05');
}, LONG_MS);
afterAll(() => journey?.stop());

const states = async (): Promise<readonly string[]> => {
  const { scheduler } = journey.world.platform.clients;
  return (await scheduler.listPayoutViews({ query: {} })).items.map(({ state }) => state);
};

test('a run goes out and is paid while the console is down; when the door is back, the console shows it', async () => {
  const { world } = journey;
  const { clients, door } = world.platform;
  const page = await journey.windowOf('operator');
  const { items } = await world.teller.ask('listRuns', OPERATOR, { query: {} });
  const [run] = items;
  if (run === undefined) throw new Error('No run was drafted');
  await clients.approver.approveRun({ params: { runId: run.id }, body: { contentHash: run.contentHash } });
  await journey.open(page, `/runs/${run.id}`);

  await door.kill('SIGKILL');
  await expect(fetch(door.url)).rejects.toThrow('fetch failed');
  await world.moveTo('2026-05-28', '09:00:05');
  const sent = await clients.scheduler.listPayoutViews({ query: { state: 'in_transit' } });
  for (const { providerPayoutId } of sent.items)
    await clients.control.completePayout({ params: { id: providerPayoutId ?? '' } });
  await world.later();
  await expect(fetch(door.url)).rejects.toThrow('fetch failed');
  expect([...new Set(await states())]).toEqual(['paid']);

  await door.restart();
  await journey.open(page, `/runs/${run.id}`);
  await page.locator('h1 + *').getByText('Done', { exact: true }).waitFor();
});
