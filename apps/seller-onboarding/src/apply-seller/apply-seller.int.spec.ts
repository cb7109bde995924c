import { createSecretKey } from 'node:crypto';
import { DataKeys, DataSeal, seal } from '@jeongsan/jwe';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { findSeller } from '../seller-row.js';
import { createVault } from '../seller-vault.js';
import { accounts, application, DATA_KEY, FINGERPRINT_KEY, type Application } from '../testing/onboarding-world.js';
import { applySeller } from './apply-seller.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());

const now = () => new Date('2026-11-20T01:00:00Z');
const sealWith = (...keys: string[]) => new DataSeal(DataKeys.parse(keys.join()));
const vaultWith = (...keys: string[]) =>
  createVault({ seal: sealWith(...keys), fingerprintKey: createSecretKey(FINGERPRINT_KEY, 'hex') });
const vault = vaultWith(DATA_KEY);
const apply = (body: Application, sealing = vault) => applySeller({ db: database.db, vault: sealing, now }, body);
const jobsFor = (sellerId: string) =>
  database.db.query<{ job: string }[]>(`select job from messaging.outbox where data ->> 'sellerId' = $1`, [sellerId]);

test('an application is kept and its registration promised', async () => {
  const body = application();
  expect(await apply(body)).toMatchObject({
    seller_id: body.sellerId,
    state: 'received',
    account_masked: '110*****67812',
    revision: 1,
  });
  expect(await jobsFor(body.sellerId)).toEqual([{ job: 'seller.register' }]);
});

test('the same application twenty times at once is one seller and one job', async () => {
  const body = application();
  const rows = await Promise.all(Array.from({ length: 20 }, () => apply(body)));
  expect(new Set(rows.map((row) => row.facts_hash)).size).toBe(1);
  expect(await jobsFor(body.sellerId)).toHaveLength(1);
});

test('the same facts are the same after keys were rotated', async () => {
  const body = application();
  const [first, second] = [await apply(body), await apply(body, vaultWith('aa'.repeat(32), DATA_KEY))];
  expect(second).toEqual(first);
});

// prettier-ignore
test.each([
  ['name',              { name: '채소가게' }],
  ['e-mail',            { email: 'other@market.example' }],
  ['phone',             { phone: '01087654321' }],
  ['business number',   { businessRegistrationNumber: '1208147521' }],
  ['representative',    { representativeName: '이정산' }],
  ['type',              { businessType: 'INDIVIDUAL_BUSINESS' }],
  ['account',           { account: accounts.another }],
  ['holder',            { account: { bankCode: '088', accountNumber: '1101234567812', holderName: '이정산' } }],
] as const)('another %s under the same id is a conflict and changes nothing', async (_, other) => {
  const body = application();
  const first = await apply(body);
  await expect(apply({ ...body, ...other })).rejects.toMatchObject({ status: 409, code: 'SELLER_CONFLICT' });
  expect(await findSeller(database.db, body.sellerId)).toEqual(first);
  expect(await jobsFor(body.sellerId)).toHaveLength(1);
});

test('nothing that identifies a person or an account lies in the database in the clear', async () => {
  const canaries = ['98765432109876', '카나리아', 'canary@market.example', '01055554444', '과일카나리아'];
  await apply(
    application({
      name: '과일카나리아',
      email: 'canary@market.example',
      phone: '01055554444',
      account: { bankCode: '088', accountNumber: '98765432109876', holderName: '카나리아' },
    }),
  );
  const tables = await database.db.query<{ name: string }[]>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const rows = await database.db.query<{ text: string }[]>(`select t::text as text from ${name} t`);
    const text = rows.map((row) => row.text).join('\n');
    for (const canary of canaries) expect({ name, found: text.includes(canary) }).toEqual({ name, found: false });
  }
});

test('what is sealed opens with an older key too, and not for another seller', async () => {
  const body = application();
  const row = await apply(body);
  const rotated = vaultWith('aa'.repeat(32), DATA_KEY);
  expect(await rotated.openAccount(body.sellerId, row.account_sealed)).toEqual(body.account);
  expect(await rotated.openDetails(body.sellerId, row.details_sealed)).toMatchObject({
    name: body.name,
    email: body.email,
  });
  await expect(rotated.openAccount('thief', row.account_sealed)).rejects.toMatchObject({ code: 'key' });
  await expect(vaultWith('aa'.repeat(32)).openAccount(body.sellerId, row.account_sealed)).rejects.toMatchObject({
    code: 'key',
  });
});

test('what a release without key ids sealed is still opened, for its own seller', async () => {
  const { sellerId, account } = application();
  const [key] = DataKeys.parse(DATA_KEY);
  const before = await seal(JSON.stringify({ of: sellerId, value: account }), key, { now });
  expect(await vault.openAccount(sellerId, before)).toEqual(account);
  await expect(vault.openAccount('thief', before)).rejects.toThrow('belongs to another seller');
});

test('a fingerprint tells accounts apart and says nothing without its key', () => {
  const { account } = application();
  const another = createVault({ seal: sealWith(DATA_KEY), fingerprintKey: createSecretKey('1f'.repeat(32), 'hex') });
  expect(vault.fingerprint(account)).toBe(vaultWith('aa'.repeat(32)).fingerprint({ ...account }));
  expect(vault.fingerprint(account)).not.toBe(vault.fingerprint({ ...account, holderName: '이정산' }));
  expect(vault.fingerprint(account)).not.toBe(another.fingerprint(account));
});
