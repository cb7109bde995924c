import { setTimeout as pause } from 'node:timers/promises';
import { applySeller } from '../apply-seller/apply-seller.js';
import { pollSellers } from '../poll-sellers/poll-sellers.js';
import { registerSeller } from '../register-seller/register-seller.js';
import { findSeller } from '../seller-row.js';
import { application, OnboardingWorld } from '../testing/onboarding-world.js';
import { observeSeller } from './observe-seller.js';

const world = new OnboardingWorld();
beforeAll(() => world.open(), 60_000);
beforeEach(() => world.begin());
afterAll(() => world.close());

const stateOf = async (sellerId: string) => (await findSeller(world.database.db, sellerId))?.state;
const observe = (id: string) => observeSeller(world.onboarding, id);
/** An individual who applied and was registered: the provider waits for the identity check. */
async function registered(): Promise<{ sellerId: string; id: string; params: { id: string } }> {
  const body = application({ businessType: 'INDIVIDUAL' });
  await applySeller(world.onboarding, body);
  await registerSeller(world.onboarding, body.sellerId);
  const id = (await findSeller(world.database.db, body.sellerId))?.provider_seller_id ?? '';
  return { sellerId: body.sellerId, id, params: { id } };
}

test('a seller follows the provider from its identity check to its approval', async () => {
  const { sellerId, id, params } = await registered();
  await observe(id);
  expect(await stateOf(sellerId)).toBe('awaiting_identity');
  await world.sandbox.control.finishIdentityCheck({ params });
  await observe(id);
  await observe(id);
  expect(await stateOf(sellerId)).toBe('limited');
  await world.sandbox.control.finishKyc({ params });
  await observe(id);
  expect(await stateOf(sellerId)).toBe('approved');
  expect(await world.announced(sellerId)).toEqual([
    'received',
    'account_verified',
    'awaiting_identity',
    'limited',
    'approved',
  ]);
});

test('a status that was missed is caught up with', async () => {
  const { sellerId, id, params } = await registered();
  await world.sandbox.control.finishIdentityCheck({ params });
  await world.sandbox.control.finishKyc({ params });
  await observe(id);
  expect(await stateOf(sellerId)).toBe('approved');
});

test('a seller deleted at the provider is closed, and stays so', async () => {
  const { sellerId, id, params } = await registered();
  await world.sandbox.api.deleteSeller({ params });
  await observe(id);
  await observe(id);
  expect(await stateOf(sellerId)).toBe('closed');
});

test('a seller of somebody else is no business of ours', async () => {
  await observe('seller_a01kf0w9vdgezd8rdkrt43qvq3g');
  expect(await world.database.db.query('select * from onboarding.seller')).toEqual([]);
});

test('a provider that does not answer closes nobody', async () => {
  const { sellerId, id } = await registered();
  await world.fault('getSeller', 'error', { times: 3, status: 500 });
  await expect(observe(id)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await stateOf(sellerId)).toBe('awaiting_identity');
});

test('what was read before somebody else learned more is not believed, but read again', async () => {
  const { sellerId, id, params } = await registered();
  await world.sandbox.control.finishIdentityCheck({ params });
  await world.fault('getSeller', 'delay', { delayMs: 600 });
  const slow = observe(id);
  await pause(200);
  await world.sandbox.control.finishKyc({ params });
  await observe(id);
  await expect(slow).rejects.toMatchObject({ name: 'SellerMoved' });
  expect(await stateOf(sellerId)).toBe('approved');
});

describe('without webhooks', () => {
  const poll = () => world.database.db.transaction((tx) => pollSellers(tx, world.onboarding.now()));
  const done = () => world.database.db.query('update messaging.outbox set done_at = now()');

  test('sellers that wait for a decision are looked at, once while a look is open', async () => {
    const { id } = await registered();
    await done();
    expect(await poll()).toBe(0);
    world.later(10);
    await poll();
    world.later(10);
    await poll();
    expect(await world.openJobs()).toMatchObject([{ job: 'seller.observe', data: { providerSellerId: id } }]);
    await done();
    world.later(10);
    expect(await poll()).toBe(1);
  });

  test('an approved seller is looked at once a week, a closed one never', async () => {
    const [approved, closed] = [await registered(), await registered()];
    await world.sandbox.control.finishIdentityCheck(approved);
    await world.sandbox.control.finishKyc(approved);
    await world.sandbox.api.deleteSeller(closed);
    await Promise.all([observe(approved.id), observe(closed.id)]);
    await done();
    world.later((7 * 24 - 1) * 60);
    expect(await poll()).toBe(0);
    world.later(60);
    await poll();
    expect(await world.openJobs()).toMatchObject([{ job: 'seller.observe', data: { providerSellerId: approved.id } }]);
  });

  test('a registration and a change of account that got stuck go on', async () => {
    const stuck = application();
    await applySeller(world.onboarding, stuck);
    const { sellerId } = await registered();
    await world.database.db.query(
      `update onboarding.seller set pending_account_sealed = account_sealed where seller_id = $1`,
      [sellerId],
    );
    await done();
    world.later(10);
    await poll();
    const jobs = (await world.openJobs())
      .filter(({ job }) => job === 'seller.register')
      .map(({ data }) => data['sellerId']);
    expect(jobs.sort()).toEqual([stuck.sellerId, sellerId].sort());
  });

  test('a look takes the longest neglected of a bounded number', async () => {
    await world.database.db.query(
      `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
         account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
       select 'many-' || n, 'many-ref-' || n, 'CORPORATE', '', '088', '', '', '', '', 'limited', 'seller-' || n, $1, $1, $1::timestamptz + n * interval '1 second'
         from generate_series(1, 250) n`,
      [world.onboarding.now()],
    );
    const seen: string[] = [];
    for (let tick = 0; tick < 3; tick += 1) {
      world.later(10);
      await poll();
      const ids = (await world.openJobs()).map(({ data }) => data['providerSellerId'] ?? '');
      expect(ids.length).toBe(100);
      seen.push(...ids);
      await done();
    }
    expect(new Set(seen).size).toBe(250);
  });
});
