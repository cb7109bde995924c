import { testAuthor } from '@jeongsan/testing';
import { applySeller } from '../apply-seller/apply-seller.js';
import { registerSeller } from '../register-seller/register-seller.js';
import { findSeller } from '../seller-row.js';
import { accounts, application, OnboardingWorld } from '../testing/onboarding-world.js';
import { changeAccount } from './change-account.js';

const world = new OnboardingWorld();
beforeAll(() => world.open(), 60_000);
beforeEach(() => world.begin());
afterAll(() => world.close());

const register = (sellerId: string) => registerSeller(world.onboarding, sellerId);
const change = (sellerId: string, account: (typeof accounts)[keyof typeof accounts]) =>
  changeAccount(world.onboarding, sellerId, account, testAuthor('key:market'));
const seller = async (sellerId: string) => {
  const row = await findSeller(world.database.db, sellerId);
  if (!row) throw new Error(`Seller ${sellerId} is gone`);
  return row;
};
async function registered(): Promise<string> {
  const body = application();
  await applySeller(world.onboarding, body);
  await register(body.sellerId);
  return body.sellerId;
}
const accountAtProvider = async (sellerId: string) =>
  (await world.atProvider((await seller(sellerId)).ref_seller_id))[0]?.account;
const { account: first } = application();

test('a registered seller is paid to its old account until the provider has the new one', async () => {
  const sellerId = await registered();
  const before = await seller(sellerId);
  await change(sellerId, accounts.another);
  const { account_fingerprint, account_masked, bank_code } = before;
  expect(await seller(sellerId)).toMatchObject({ state: 'limited', account_fingerprint, account_masked, bank_code });
  expect(await accountAtProvider(sellerId)).toEqual(first);

  await register(sellerId);
  const after = await seller(sellerId);
  expect(after).toMatchObject({
    state: 'limited',
    bank_code: '020',
    account_masked: '220*****67834',
    pending_account_sealed: null,
    refusal_code: null,
    account_fingerprint: world.onboarding.vault.fingerprint(accounts.another),
  });
  expect(await world.onboarding.vault.openAccount(sellerId, after.account_sealed)).toEqual(accounts.another);
  expect(await accountAtProvider(sellerId)).toEqual(accounts.another);
  expect((await world.announced(sellerId)).slice(-2)).toEqual(['limited', 'limited']);
});

// prettier-ignore
test.each([
  ['nobody holds',        accounts.ofNobody,       'NOT_MATCH_HOLDER_NAME'],
  ['somebody else holds', accounts.ofSomebodyElse, 'NOT_MATCH_HOLDER_NAME'],
  ['no bank keeps',       accounts.atNoBank,       'INVALID_BANK'],
])('an account that %s leaves the old one in place and says why', async (_, account, code) => {
  const sellerId = await registered();
  const before = await seller(sellerId);
  await change(sellerId, account);
  await register(sellerId);
  const { account_sealed, account_fingerprint, account_masked, state } = before;
  expect(await seller(sellerId)).toMatchObject({ account_sealed, account_fingerprint, account_masked, state, refusal_code: code, pending_account_sealed: null });
  expect(await accountAtProvider(sellerId)).toEqual(first);
});

test.each(['drop-after-commit', 'drop-before-commit', 'garbage', 'error'] as const)(
  'a change whose answer is lost (%s) is said again until it is known',
  async (kind) => {
    const sellerId = await registered();
    await change(sellerId, accounts.another);
    await world.fault('updateSeller', kind);
    await expect(register(sellerId)).rejects.toMatchObject({ outcome: 'unknown' });
    const row = await seller(sellerId);
    expect([row.pending_account_sealed === null, row.account_masked]).toEqual([false, '110*****67812']);
    await register(sellerId);
    expect(await seller(sellerId)).toMatchObject({ account_masked: '220*****67834', pending_account_sealed: null });
    expect(await accountAtProvider(sellerId)).toEqual(accounts.another);
  },
);

test('the same change again is the same change; the account one has is no change', async () => {
  const sellerId = await registered();
  const jobs = async () => (await world.openJobs()).length;
  const before = [await seller(sellerId), await jobs()];
  await changeAccount(world.onboarding, sellerId, first, testAuthor('key:market'));
  expect([await seller(sellerId), await jobs()]).toEqual(before);
  await change(sellerId, accounts.another);
  const changing = [await seller(sellerId), await jobs()];
  await change(sellerId, accounts.another);
  expect([await seller(sellerId), await jobs()]).toEqual(changing);
});

test('a second change has to wait for the first', async () => {
  const sellerId = await registered();
  await change(sellerId, accounts.another);
  await expect(change(sellerId, accounts.ofNobody)).rejects.toMatchObject({ status: 409, code: 'SELLER_STATE' });
});

test('a seller that is being registered cannot change its account yet', async () => {
  const body = application();
  await applySeller(world.onboarding, body);
  await expect(change(body.sellerId, accounts.another)).rejects.toMatchObject({ code: 'SELLER_STATE' });
  expect((await changeAccount(world.onboarding, body.sellerId, body.account, testAuthor('key:market'))).state).toBe(
    'received',
  );
});

test('a seller that was refused for good cannot change its account any more', async () => {
  const body = application({ businessRegistrationNumber: '2208162518' });
  await applySeller(world.onboarding, body);
  await register(body.sellerId);
  await expect(change(body.sellerId, accounts.another)).rejects.toMatchObject({ code: 'SELLER_STATE' });
});

test('a seller nobody knows has no account to change', async () => {
  await expect(change('nobody', accounts.another)).rejects.toMatchObject({ status: 404, code: 'SELLER_NOT_FOUND' });
});

test('a seller that the provider no longer knows is closed', async () => {
  const sellerId = await registered();
  await world.sandbox.api.deleteSeller({ params: { id: (await seller(sellerId)).provider_seller_id ?? '' } });
  await change(sellerId, accounts.another);
  await register(sellerId);
  expect(await seller(sellerId)).toMatchObject({
    state: 'closed',
    pending_account_sealed: null,
    account_masked: '110*****67812',
  });
});
