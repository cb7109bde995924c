import { keepData } from '@jeongsan/nest-platform';
import { testAuthor } from '@jeongsan/testing';
import { applySeller } from '../apply-seller/apply-seller.js';
import { findSeller } from '../seller-row.js';
import { application, MORNING, OnboardingWorld } from '../testing/onboarding-world.js';
import { eraseSeller, keptSellers } from './erase-seller.js';

jest.setTimeout(60_000);
const world = new OnboardingWorld();
beforeAll(() => world.open());
beforeEach(() => world.begin());
afterAll(() => world.close());

const asked = { request: 'req-9', author: testAuthor('person:kim') };
const MINUTES_KEPT = 1_827 * 24 * 60;

async function sellerIn(state: string): Promise<string> {
  const { sellerId } = await applySeller(world.onboarding, application()).then((row) => ({ sellerId: row.seller_id }));
  await world.database.db.query('update onboarding.seller set state = $2 where seller_id = $1', [sellerId, state]);
  return sellerId;
}
const details = async (sellerId: string) => {
  const row = await findSeller(world.database.db, sellerId);
  if (!row || row.details_sealed === '') return undefined;
  return world.onboarding.vault.openDetails(sellerId, row.details_sealed);
};
/** Books a payment to the seller: a run, its statement and a payout. */
async function paid(sellerId: string): Promise<void> {
  const id = '00000000-0000-7000-8000-000000000001';
  await world.database.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount,
                                   currency, state, created_at)
       values ($1, 'r', $1, $1, $2, 'p', 'f', 1000, 'KRW', 'paid', $3)`,
      [id, sellerId, MORNING],
    );
  });
}

test('a seller that may still be paid is not erased', async () => {
  const sellerId = await sellerIn('approved');
  await expect(eraseSeller(world.onboarding, sellerId, asked)).rejects.toMatchObject({ code: 'SELLER_STATE' });
  await expect(eraseSeller(world.onboarding, 'nobody', asked)).rejects.toMatchObject({ code: 'SELLER_NOT_FOUND' });
  expect(await details(sellerId)).toMatchObject({ email: expect.any(String) as string });
});

test('one that was never paid goes at once; ids stay', async () => {
  const sellerId = await sellerIn('refused');
  const answer = await eraseSeller(world.onboarding, sellerId, asked);
  expect(answer.erased).toMatchObject([{ rows: 1 }]);
  expect(await findSeller(world.database.db, sellerId)).toMatchObject({
    ...{ state: 'refused', details_sealed: '', account_sealed: '', account_masked: '' },
    account_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect((await eraseSeller(world.onboarding, sellerId, asked)).erased).toMatchObject([{ rows: 0 }]);
});

test('of one that was paid, how to reach it goes at once, and who it is when its five years are over', async () => {
  const sellerId = await sellerIn('closed');
  await paid(sellerId);
  const answer = await eraseSeller(world.onboarding, sellerId, asked);
  expect(answer.kept).toContainEqual(
    expect.objectContaining({ what: 'name, registration number, account', until: '2031-11-21' }),
  );
  expect(await details(sellerId)).toMatchObject({ email: '', phone: '', name: expect.stringMatching(/./) as string });
  expect((await eraseSeller(world.onboarding, sellerId, asked)).erased).toEqual([{ what: 'e-mail, phone', rows: 0 }]);

  const { db, seal, now } = world.onboarding;
  const keep = () => keepData(db, seal, keptSellers(1_827), now());
  world.later(MINUTES_KEPT);
  await keep();
  expect(await details(sellerId)).toBeDefined();
  world.later(1);
  await keep();
  expect(await details(sellerId)).toBeUndefined();
});
