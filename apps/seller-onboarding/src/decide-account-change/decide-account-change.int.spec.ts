import type { Actor, Caller } from '@jeongsan/nest-kit';
import { testAuthor } from '@jeongsan/testing';
import { applySeller } from '../apply-seller/apply-seller.js';
import { changeAccount } from '../change-account/change-account.js';
import { readAccountChanges } from '../read-account-changes/read-account-changes.js';
import { registerSeller } from '../register-seller/register-seller.js';
import { findSeller } from '../seller-row.js';
import type { SellerAccount } from '../seller-vault.js';
import { accounts, application, OnboardingWorld } from '../testing/onboarding-world.js';
import { confirmChange, rejectChange } from './decide-account-change.js';

const world = new OnboardingWorld();
beforeAll(() => world.open(), 60_000);
beforeEach(() => world.begin());
afterAll(() => world.close());

const { account: first } = application();
const third = { ...accounts.another, accountNumber: '2201234567856' };
/** The change is on Friday 20 November; three business days later its wait ends on Thursday. */
const AFTER_THE_WAIT = new Date('2026-11-25T15:00:00Z');

const person = (name: string): Caller => ({
  ...{ actor: `person:${name}`, credential: `https://id.market.example#${name}`, roles: ['approver'] },
  signedInSecondsAgo: 10,
});
const key: Caller = { actor: 'key:market', credential: 'key:market', roles: ['admin'] };
const reason = 'called the seller back';

/** Inserts a payout of the scheduler without its run. */
async function payoutIs(sellerId: string, state: 'in_transit' | 'paid'): Promise<void> {
  const { db } = world.database;
  const [moved] = await db.query<[object[], number]>(
    `update payouts.payout set state = $2 where seller_id = $1 returning id`,
    [sellerId, state],
  );
  if (moved.length > 0) return;
  await db.query(
    `alter table payouts.payout drop constraint payout_run_id_fkey, drop constraint payout_statement_id_fkey`,
  );
  await db.query(
    `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), $1, 'p', 'print', 890000, 'KRW', $2, now())`,
    [sellerId, state],
  );
}
async function registered(): Promise<string> {
  const body = application();
  await applySeller(world.onboarding, body);
  await registerSeller(world.onboarding, body.sellerId);
  return body.sellerId;
}
async function move(sellerId: string, account: SellerAccount, by: Actor = 'key:market'): Promise<string> {
  await changeAccount(world.onboarding, sellerId, account, testAuthor(by));
  await registerSeller(world.onboarding, sellerId);
  return (await changesOf(sellerId)).at(-1)?.changeId ?? '';
}
const changesOf = async (sellerId: string, open?: 'true') =>
  (await readAccountChanges(world.database.db, { sellerId, open })).items;
const states = async (sellerId: string) => (await changesOf(sellerId)).map(({ state }) => state);
const heldUntil = async (sellerId: string) => (await findSeller(world.database.db, sellerId))?.account_held_until;
const confirm = (id: string, by = 'lee') => confirmChange(world.onboarding, id, { caller: person(by), reason });
const reject = (id: string, caller = person('lee')) => rejectChange(world.onboarding, id, { caller, reason });

test('the first account is no change', async () => {
  const sellerId = await registered();
  expect([await changesOf(sellerId), await heldUntil(sellerId)]).toEqual([[], null]);
});

test('a changed account waits for three whole business days, and everybody is told without its number', async () => {
  const sellerId = await registered();
  await changeAccount(world.onboarding, sellerId, accounts.another, testAuthor('key:market'));
  expect(await findSeller(world.database.db, sellerId)).toMatchObject({
    account_changing: true,
    account_held_until: null,
  });
  await registerSeller(world.onboarding, sellerId);
  expect(await findSeller(world.database.db, sellerId)).toMatchObject({ account_changing: false });
  expect(await heldUntil(sellerId)).toEqual(AFTER_THE_WAIT);
  const [change] = await changesOf(sellerId, 'true');
  expect(change).toMatchObject({
    state: 'waiting',
    accountNumber: '220*****67834',
    askedBy: 'key:market',
    payableFrom: AFTER_THE_WAIT,
  });
  const told = await world.database.db.query<{ data: Record<string, string> }[]>(
    `select data from messaging.event where type = 'seller.account-changed' and entity_id = $1 order by sequence`,
    [sellerId],
  );
  const about = { changeId: change?.changeId, sellerId, bankCode: '020', accountNumber: '220*****67834' };
  expect(told.map(({ data }) => data)).toEqual([
    { ...about, status: 'asked', payableFrom: null },
    { ...about, status: 'waiting', payableFrom: AFTER_THE_WAIT.toISOString() },
  ]);
});

// prettier-ignore
test.each<[string, Actor, Caller, string]>([
  ['another person',                    'key:market', person('lee'), 'confirmed'],
  ['another person than the person',    'person:kim',    person('lee'), 'confirmed'],
  ['the person who changed it',         'person:kim',    person('kim'), 'ACCOUNT_SECOND_PERSON_REQUIRED'],
  ['somebody who signed in long ago', 'key:market', { ...person('lee'), signedInSecondsAgo: 901 }, 'REAUTHENTICATION_REQUIRED'],
  ['the key that changed it',           'key:market', key,           'ACCOUNT_SECOND_PERSON_REQUIRED'],
  ['another key',                       'key:other',  key,           'ACCOUNT_SECOND_PERSON_REQUIRED'],
])('%s confirms: %s asked', async (_, by, caller, outcome) => {
  const sellerId = await registered();
  const id = await move(sellerId, accounts.another, by);
  const said = await confirmChange(world.onboarding, id, { caller, reason }).then(({ state }) => state, ({ code }: { code: string }) => code);
  expect([said, await heldUntil(sellerId)]).toEqual([outcome, outcome === 'confirmed' ? null : AFTER_THE_WAIT]);
});

test('who confirms twice confirms once; nobody decides anew, and the database refuses to rewrite it', async () => {
  const sellerId = await registered();
  const id = await move(sellerId, accounts.another);
  const confirmed = await confirm(id);
  expect(await confirm(id)).toEqual(confirmed);
  await expect(confirm(id, 'park')).rejects.toMatchObject({ code: 'ACCOUNT_CHANGE_STATE' });
  await expect(reject(id)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGE_STATE' });
  const { db } = world.database;
  for (const sql of [
    `update onboarding.account_change set decided_by = 'kim'`,
    `delete from onboarding.account_change`,
  ])
    await expect(db.query(`${sql} where id = $1`, [id])).rejects.toThrow(
      'a change of account stays as it was asked for',
    );
  await expect(confirm('6d0f6b1e-4b57-4f5c-8f55-0a3b3c1d2e3f')).rejects.toMatchObject({
    code: 'ACCOUNT_CHANGE_NOT_FOUND',
  });
});

test('a rejected account is not paid when its wait is over either, until the seller has another one', async () => {
  const sellerId = await registered();
  const id = await move(sellerId, accounts.another);
  await reject(id, key);
  world.later(10 * 24 * 60);
  expect(await heldUntil(sellerId)).toBe(Infinity);
  await expect(confirm(id)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGE_STATE' });
  await move(sellerId, third);
  expect(await states(sellerId)).toEqual(['rejected', 'waiting']);
  expect(Number(await heldUntil(sellerId))).toBeLessThan(Infinity);
});

test('two changes in a row: the wait begins anew, and a confirmation of the first is worth nothing', async () => {
  const sellerId = await registered();
  const earlier = await move(sellerId, accounts.another);
  world.later(4 * 24 * 60);
  const later = await move(sellerId, third);
  expect(await states(sellerId)).toEqual(['replaced', 'waiting']);
  expect(await heldUntil(sellerId)).toEqual(new Date('2026-11-27T15:00:00Z'));
  await expect(confirm(earlier)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGE_STATE' });
  expect(await heldUntil(sellerId)).not.toBeNull();
  await confirm(later);
  expect(await heldUntil(sellerId)).toBeNull();
  await move(sellerId, accounts.another);
  expect(await heldUntil(sellerId)).not.toBeNull();
});

test('whoever goes back to the account that was paid before waits for nothing, and the one in between is forgotten', async () => {
  const sellerId = await registered();
  const id = await move(sellerId, accounts.another);
  await move(sellerId, first);
  expect([await states(sellerId), await heldUntil(sellerId)]).toEqual([['replaced', 'trusted'], null]);
  await expect(confirm(id)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGE_STATE' });
  await move(sellerId, accounts.another);
  expect(await heldUntil(sellerId)).not.toBeNull();
  await move(sellerId, third);
  await move(sellerId, accounts.another);
  expect(await heldUntil(sellerId)).not.toBeNull();
  await move(sellerId, first);
  expect(await heldUntil(sellerId)).toBeNull();
});

test('an account whose wait is over is trusted: going back to it waits for nothing, going back beyond it does', async () => {
  const sellerId = await registered();
  await move(sellerId, accounts.another);
  world.later(6 * 24 * 60);
  await move(sellerId, third);
  await move(sellerId, first);
  expect(await heldUntil(sellerId)).not.toBeNull();
  await move(sellerId, accounts.another);
  expect(await heldUntil(sellerId)).toBeNull();
});

test("the holder's name written otherwise diverts nothing; but it frees no account that waits", async () => {
  const sellerId = await registered();
  const { db } = world.database;
  const renamed = { ...first, holderName: '김정산(과일)' };
  await move(sellerId, renamed);
  expect([await states(sellerId), await heldUntil(sellerId)]).toEqual([['trusted'], null]);
  await move(sellerId, accounts.another);
  const again = { ...accounts.another, holderName: '김정산(채소)' };
  await move(sellerId, again);
  expect([await states(sellerId), await heldUntil(sellerId)]).toEqual([
    ['trusted', 'replaced', 'waiting'],
    AFTER_THE_WAIT,
  ]);
  // A database trigger keeps the account closed if another account is written past this code.
  await db.query(`update onboarding.seller set account_fingerprint = 'mine' where seller_id = $1`, [sellerId]);
  expect(await heldUntil(sellerId)).toBe(Infinity);
});

test('an account that the bank refuses leaves the old one payable, with what was asked for on record', async () => {
  const sellerId = await registered();
  await move(sellerId, accounts.ofNobody);
  expect(await changesOf(sellerId)).toMatchObject([{ state: 'refused', refusalCode: 'NOT_MATCH_HOLDER_NAME' }]);
  expect([await heldUntil(sellerId), await changesOf(sellerId, 'true')]).toEqual([null, []]);
});

test('while a payout is under way the provider keeps the account that was approved', async () => {
  const sellerId = await registered();
  await payoutIs(sellerId, 'in_transit');
  await changeAccount(world.onboarding, sellerId, accounts.another, testAuthor('key:market'));
  await registerSeller(world.onboarding, sellerId);
  const { ref_seller_id: ref = '' } = (await findSeller(world.database.db, sellerId)) ?? {};
  expect((await world.atProvider(ref))[0]?.account).toEqual(first);
  expect(await states(sellerId)).toEqual(['asked']);
  await payoutIs(sellerId, 'paid');
  await registerSeller(world.onboarding, sellerId);
  expect((await world.atProvider(ref))[0]?.account).toEqual(accounts.another);
  expect(await states(sellerId)).toEqual(['waiting']);
});
