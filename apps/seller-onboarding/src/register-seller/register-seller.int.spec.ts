import { testAuthor } from '@jeongsan/testing';
import { applySeller } from '../apply-seller/apply-seller.js';
import { changeAccount } from '../change-account/change-account.js';
import { findSeller } from '../seller-row.js';
import { sellerWaits } from '../seller-waiting.js';
import { accounts, application, OnboardingWorld, type Application } from '../testing/onboarding-world.js';
import { registerSeller } from './register-seller.js';

const world = new OnboardingWorld();
beforeAll(() => world.open(), 60_000);
beforeEach(() => world.begin());
afterAll(() => world.close());

const apply = async (more: Partial<Application> = {}) => {
  const body = application(more);
  await applySeller(world.onboarding, body);
  return body.sellerId;
};
const register = (sellerId: string) => registerSeller(world.onboarding, sellerId);
const seller = async (sellerId: string) => {
  const row = await findSeller(world.database.db, sellerId);
  if (!row) throw new Error(`Seller ${sellerId} is gone`);
  return row;
};

const waitsOf = async (sellerId: string) => {
  const waits = await sellerWaits(world.database.db, [await seller(sellerId)], world.onboarding.now());
  return waits.get(sellerId);
};

// prettier-ignore
test.each([
  ['INDIVIDUAL',          'awaiting_identity', 'APPROVAL_REQUIRED'],
  ['INDIVIDUAL_BUSINESS', 'awaiting_identity', 'APPROVAL_REQUIRED'],
  ['CORPORATE',           'limited',           'PARTIALLY_APPROVED'],
] as const)('a seller of type %s is registered and %s', async (businessType, state, status) => {
  const sellerId = await apply({ businessType });
  await register(sellerId);
  const [found, ...more] = await world.atProvider((await seller(sellerId)).ref_seller_id);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ businessType, status, account: { bankCode: '088', accountNumber: '1101234567812', holderName: '김정산' } });
  expect(found?.[businessType === 'INDIVIDUAL' ? 'individual' : 'company']).toMatchObject({ name: '과일가게', email: 'fruit@market.example', phone: '01012345678' });
  expect(await seller(sellerId)).toMatchObject({ state, provider_seller_id: found?.id, provider_status: status, refusal_code: null });
  expect(await world.announced(sellerId)).toEqual(['received', 'account_verified', state]);
});

test('registering again changes nothing and asks the provider nothing', async () => {
  const sellerId = await apply();
  await register(sellerId);
  const before = await seller(sellerId);
  await world.fault('*', 'error', { times: 100 });
  await register(sellerId);
  expect(await seller(sellerId)).toEqual(before);
});

// prettier-ignore
test.each([
  ['nobody holds',         accounts.ofNobody,       'NOT_MATCH_HOLDER_NAME'],
  ['somebody else holds',  accounts.ofSomebodyElse, 'NOT_MATCH_HOLDER_NAME'],
  ['no bank keeps',        accounts.atNoBank,       'INVALID_BANK'],
])('an account that %s is refused before the provider knows the seller', async (_, account, code) => {
  const sellerId = await apply({ account });
  await register(sellerId);
  const row = await seller(sellerId);
  expect(row).toMatchObject({ state: 'account_refused', refusal_code: code, provider_seller_id: null });
  expect(await world.atProvider(row.ref_seller_id)).toEqual([]);
});

test('a seller whose account was refused applies with another one and is registered', async () => {
  const sellerId = await apply({ account: accounts.ofNobody });
  await register(sellerId);
  await changeAccount(world.onboarding, sellerId, accounts.another, testAuthor('key:market'));
  expect(await seller(sellerId)).toMatchObject({ state: 'received', refusal_code: null });
  await register(sellerId);
  const row = await seller(sellerId);
  expect(row.state).toBe('limited');
  expect(await world.atProvider(row.ref_seller_id)).toMatchObject([{ account: accounts.another }]);
});

test('a business number that is none refuses the registration, with the code of the provider', async () => {
  const sellerId = await apply({ businessRegistrationNumber: '2208162518' });
  await register(sellerId);
  expect(await seller(sellerId)).toMatchObject({ state: 'refused', refusal_code: 'INVALID_BUSINESS_NUMBER' });
});

test('a holder name too long to verify is looked up and compared', async () => {
  const account = { ...accounts.another, holderName: 'Jeongsan International Trading and Logistics Company Ltd' };
  const sellerId = await apply({ account });
  await register(sellerId);
  expect(await seller(sellerId)).toMatchObject({ state: 'account_refused', refusal_code: 'NOT_MATCH_HOLDER_NAME' });
});

test('while the banks sleep the seller waits, and is asked about again ten minutes later', async () => {
  await world.sandbox.control.setClock({ body: { now: new Date('2026-11-20T14:40:00Z'), mode: 'frozen' } });
  const sellerId = await apply();
  await register(sellerId);
  expect((await seller(sellerId)).state).toBe('received');
  expect(await world.openJobs()).toMatchObject([
    { job: 'seller.register', data: { sellerId }, run_at: world.onboarding.now() },
    { job: 'seller.register', data: { sellerId }, run_at: new Date(world.onboarding.now().getTime() + 10 * 60_000) },
  ]);
  const waiting = async () => (await waitsOf(sellerId)) ?? null;
  const askedAgainAt = new Date(world.onboarding.now().getTime() + 10 * 60_000);
  expect(await waiting()).toMatchObject({ for: 'BANK_OPENS', until: askedAgainAt });
  expect((await waiting())?.text.en).toBe(
    'Banks answer no questions about accounts around midnight: asked again then.',
  );
  await register(sellerId);
  expect((await seller(sellerId)).state).toBe('limited');
  expect(await waiting()).toBeNull();
});

test('a seller says what keeps it from being paid', async () => {
  const refused = await apply({ account: accounts.ofNobody });
  expect(await waitsOf(refused)).toMatchObject({ for: 'ACCOUNT_CHECK', until: null });
  await register(refused);
  expect(await waitsOf(refused)).toMatchObject({ for: 'SELLER_ACCOUNT' });
  const person = await apply({ businessType: 'INDIVIDUAL' });
  await register(person);
  expect(await waitsOf(person)).toMatchObject({ for: 'SELLER_IDENTITY' });
});

// prettier-ignore
test.each([
  ['the answer is lost after the provider acted',    'drop-after-commit',  {}],
  ['the answer cannot be read',                      'garbage',            {}],
  ['the request is lost',                            'drop-before-commit', {}],
  ['the provider fails',                             'error',              { status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' }],
  ['the provider is away behind a gateway',          'error',              { status: 502, code: 'BAD_GATEWAY' }],
  ['the provider has too much to do',                'error',              { status: 429, code: 'TOO_MANY_REQUESTS' }],
] as const)('when %s, the next try ends with exactly one seller at the provider', async (_, kind, more) => {
  const sellerId = await apply();
  await world.fault('createSeller', kind, more);
  await expect(register(sellerId)).rejects.toMatchObject({ name: 'CallError', outcome: 'unknown' });
  // The outcome is unknown: the seller is neither refused nor registered.
  expect(await seller(sellerId)).toMatchObject({ state: 'account_verified', refusal_code: null, provider_seller_id: null });
  await register(sellerId);
  const row = await seller(sellerId);
  const found = await world.atProvider(row.ref_seller_id);
  expect(found).toHaveLength(1);
  expect(row).toMatchObject({ state: 'limited', provider_seller_id: found[0]?.id });
});

test('an answer that the provider would repeat for ever is not asked for again: the seller is found in its list', async () => {
  const sellerId = await apply();
  await world.fault('createSeller', 'garbage');
  await expect(register(sellerId)).rejects.toThrow('unknown');
  // With the first idempotency key the stored answer would have been repeated, and the listing (made to fail here) not
  // used.
  await world.fault('listSellers', 'drop-before-commit', { times: 3 });
  await expect(register(sellerId)).rejects.toThrow('unknown');
  expect((await seller(sellerId)).state).toBe('account_verified');
  await register(sellerId);
  expect((await seller(sellerId)).state).toBe('limited');
});

test('a seller that went on at the provider while its answer was lost is found where it is', async () => {
  const sellerId = await apply({ businessType: 'INDIVIDUAL' });
  await world.fault('createSeller', 'garbage');
  await expect(register(sellerId)).rejects.toThrow('unknown');
  const [found] = await world.atProvider((await seller(sellerId)).ref_seller_id);
  const params = { id: found?.id ?? '' };
  await world.sandbox.control.finishIdentityCheck({ params });
  await world.sandbox.control.finishKyc({ params });
  await register(sellerId);
  expect(await seller(sellerId)).toMatchObject({
    state: 'approved',
    provider_status: 'APPROVED',
    provider_seller_id: params.id,
  });
  expect(await world.announced(sellerId)).toEqual(['received', 'account_verified', 'limited', 'approved']);
});

test('a reference that somebody else registered is not taken over: its money would go to another account', async () => {
  const sellerId = await apply();
  const { ref_seller_id: refSellerId } = await seller(sellerId);
  const { name, email, phone, representativeName = '', businessRegistrationNumber = '' } = application();
  const company = { name, email, phone, representativeName, businessRegistrationNumber };
  await world.sandbox.api.createSeller({
    body: { refSellerId, businessType: 'CORPORATE', company, account: accounts.another },
  });
  await register(sellerId);
  expect(await seller(sellerId)).toMatchObject({
    state: 'refused',
    refusal_code: 'DUPLICATED_REF_SELLER_ID',
    provider_seller_id: null,
  });
});

test('a key that the provider does not know refuses no seller', async () => {
  const sellerId = await apply();
  const provider = world.providerWith('test_sk_not_known_to_anybody');
  await expect(registerSeller({ ...world.onboarding, provider }, sellerId)).rejects.toMatchObject({
    code: 'UNAUTHORIZED_KEY',
  });
  expect(await seller(sellerId)).toMatchObject({ state: 'received', refusal_code: null });
});

test('eight runs of the same job at once register one seller', async () => {
  const sellerId = await apply();
  await Promise.allSettled(Array.from({ length: 8 }, () => register(sellerId)));
  await register(sellerId);
  const row = await seller(sellerId);
  expect([row.state, (await world.atProvider(row.ref_seller_id)).length]).toEqual(['limited', 1]);
  expect(await world.announced(sellerId)).toEqual(['received', 'account_verified', 'limited']);
});

test('a job for a seller that never applied is dead at once', async () => {
  await expect(register('nobody')).rejects.toMatchObject({ name: 'Permanent' });
});
