import { seal, open, parseSecurityKey } from '@jeongsan/jwe';
import { freezeAt, funded } from '../testing/buyer.js';
import { raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { account, approved, company, individual, newRef, registered, sellerBody } from '../testing/sellers.js';

/** The rules of single fields (document 2 sections 2.8, 2.9, 4 and 8), each on both sides of its limit. */
let sandbox: Sandbox;
let seller: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await funded(sandbox, 2_000_000_000n);
  seller = (await approved(sandbox)).id;
});
afterAll(() => sandbox.stop());

const key = parseSecurityKey(SECURITY_KEY_HEX);
const encryption = { 'TossPayments-api-security-mode': 'ENCRYPTION', 'content-type': 'text/plain' };
/** Sends a sealed body without the typed client, which would refuse it; returns OK or the error code. */
async function verdict(path: string, body: unknown): Promise<string> {
  const reply = await raw(sandbox, 'POST', path, {
    headers: encryption,
    body: await seal(JSON.stringify(body), key, { now: () => new Date() }),
  });
  const said = JSON.parse((await open(reply.text, [key])).text) as { error?: { code: string } };
  return reply.status === 200 ? 'OK' : (said.error?.code ?? 'NO_CODE');
}
let last = 0;
const ref = (length: number) => `${(last += 1)}-${'r'.repeat(length)}`.slice(0, length);
const pairs = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 'v']));
const BAD = 'INVALID_REQUEST';

// prettier-ignore
test.each<[string, object, string]>([
  ['refSellerId of 6',            { refSellerId: ref(6) },                                        BAD],
  ['refSellerId of 7',            { refSellerId: ref(7) },                                        'OK'],
  ['refSellerId of 20',           { refSellerId: ref(20) },                                       'OK'],
  ['refSellerId of 21',           { refSellerId: ref(21) },                                       BAD],
  ['no refSellerId',              { refSellerId: undefined },                                     BAD],
  ['a kind nobody knows',         { businessType: 'CORPORATE_BUSINESS' },                         BAD],
  ['no kind',                     { businessType: undefined },                                    BAD],
  ['no company',                  { company: undefined },                                         BAD],
  ['a person beside the company', { individual: null },                                           'OK'],
  ['no representative',           { company: { ...company, representativeName: undefined } },     BAD],
  ['an empty company name',       { company: { ...company, name: '' } },                          BAD],
  ['9 digits of a business',      { company: { ...company, businessRegistrationNumber: '120814752' } },    BAD],
  ['11 digits of a business',     { company: { ...company, businessRegistrationNumber: '12081475211' } },  BAD],
  ['hyphens in the number',       { company: { ...company, businessRegistrationNumber: '120-81-47521' } }, BAD],
  ['a wrong check digit',         { company: { ...company, businessRegistrationNumber: '1208147522' } },   'INVALID_BUSINESS_NUMBER'],
  ['e-mail of 100',               { company: { ...company, email: `${'a'.repeat(60)}@${'b'.repeat(31)}.example` } }, 'OK'],
  ['e-mail of 101',               { company: { ...company, email: `${'a'.repeat(60)}@${'b'.repeat(32)}.example` } }, BAD],
  ['no e-mail address',           { company: { ...company, email: 'nobody' } },                   BAD],
  ['phone of 7 digits',           { company: { ...company, phone: '0212345' } },                  BAD],
  ['phone of 8 digits',           { company: { ...company, phone: '02123456' } },                 'OK'],
  ['phone of 15 digits',          { company: { ...company, phone: '021234567890123' } },          'OK'],
  ['phone of 16 digits',          { company: { ...company, phone: '0212345678901234' } },         BAD],
  ['phone with hyphens',          { company: { ...company, phone: '02-1234-5678' } },             BAD],
  ['bank of one digit',           { account: { ...account, bankCode: '8' } },                     BAD],
  ['bank of two digits',          { account: { ...account, bankCode: '88' } },                    'OK'],
  ['bank of three digits',        { account: { ...account, bankCode: '088' } },                   'OK'],
  ['bank of four digits',         { account: { ...account, bankCode: '0088' } },                  BAD],
  ['bank as a number',            { account: { ...account, bankCode: 20 } },                      'OK'],
  ['bank as a small number',      { account: { ...account, bankCode: 3 } },                       'OK'],
  ['bank as a word',              { account: { ...account, bankCode: '신한' } },                    BAD],
  ['no such bank',                { account: { ...account, bankCode: '001' } },                   'INVALID_BANK'],
  ['account of 14 digits',        { account: { ...account, accountNumber: '12345678901234' } },   'OK'],
  ['account of 15 digits',        { account: { ...account, accountNumber: '123456789012345' } },  BAD],
  ['account with hyphens',        { account: { ...account, accountNumber: '110-123-456789' } },   BAD],
  ['an empty account',            { account: { ...account, accountNumber: '' } },                 BAD],
  ['no account',                  { account: undefined },                                         BAD],
  ['a holder of 30 Korean',       { account: { ...account, holderName: '가'.repeat(30) } },        'OK'],
  ['a holder of 31 Korean',       { account: { ...account, holderName: '가'.repeat(31) } },        BAD],
  ['a holder of 60 English',      { account: { ...account, holderName: 'a'.repeat(60) } },        'OK'],
  ['a holder of 61 English',      { account: { ...account, holderName: 'a'.repeat(61) } },        BAD],
  ['a holder of both',            { account: { ...account, holderName: `${'가'.repeat(29)}ab` } }, 'OK'],
  ['no holder',                   { account: { ...account, holderName: '' } },                    BAD],
  ['5 pairs of metadata',         { metadata: pairs(5) },                                         'OK'],
  ['6 pairs of metadata',         { metadata: pairs(6) },                                         BAD],
  ['a metadata key of 40',        { metadata: { ['k'.repeat(40)]: 'v' } },                        'OK'],
  ['a metadata key of 41',        { metadata: { ['k'.repeat(41)]: 'v' } },                        BAD],
  ['a metadata key in brackets',  { metadata: { 'k[0]': 'v' } },                                  BAD],
  ['a metadata value of 2000',    { metadata: { k: 'v'.repeat(2_000) } },                         'OK'],
  ['a metadata value of 2001',    { metadata: { k: 'v'.repeat(2_001) } },                         BAD],
  ['a number in metadata',        { metadata: { k: 1 } },                                         BAD],
  ['what nobody asked for',       { id: 'seller-1', nickname: 'x' },                              'OK'],
])('a seller with %s', async (_, change, expected) => {
  expect(await verdict('/v2/sellers', { ...sellerBody(), ...change })).toBe(expected);
});

// prettier-ignore
test.each<[string, object, string]>([
  ['phone of 7 digits',     { individual: { ...individual, phone: '0101234' } },   BAD],
  ['phone of 8 digits',     { individual: { ...individual, phone: '01012345' } },  'OK'],
  ['no e-mail',             { individual: { ...individual, email: undefined } },   BAD],
  ['no name',               { individual: { ...individual, name: undefined } },    BAD],
  ['a company in its stead', { individual: null, company },                        BAD],
])('a person with %s', async (_, change, expected) => {
  expect(await verdict('/v2/sellers', { ...sellerBody('INDIVIDUAL'), ...change })).toBe(expected);
});

// prettier-ignore
test.each<[string, object, string]>([
  ['nothing',                      {},                                              'OK'],
  ['null for metadata',            { metadata: null },                              'OK'],
  ['null for an e-mail',           { company: { email: null } },                    BAD],
  ['null for a representative',    { company: { representativeName: null } },       BAD],
  ['null for an account number',   { account: { accountNumber: null } },            BAD],
  ['null for the account',         { account: null },                               BAD],
  ['a phone of 7 digits',          { company: { phone: '0212345' } },               BAD],
  ['only a phone',                 { company: { phone: '02123456' } },              'OK'],
  ['only a bank',                  { account: { bankCode: '20' } },                 'OK'],
  ['the same business number',     { company: { businessRegistrationNumber: company.businessRegistrationNumber } }, 'OK'],
  ['its own id and ref',           { id: 'x', refSellerId: 'another-ref' },         'OK'],
])('a change of a seller by %s', async (_, change, expected) => {
  const { id } = await registered(sandbox);
  expect(await verdict(`/v2/sellers/${id}`, change)).toBe(expected);
});

const payout = () => ({
  refPayoutId: newRef(),
  destination: seller,
  scheduleType: 'EXPRESS',
  amount: { currency: 'KRW', value: 1_000 },
  transactionDescription: '정산금',
});

// prettier-ignore
test.each<[string, () => unknown, string]>([
  ['a refPayoutId of 50',       () => ({ ...payout(), refPayoutId: ref(50) }),                                'OK'],
  ['a refPayoutId of 51',       () => ({ ...payout(), refPayoutId: ref(51) }),                                BAD],
  ['an empty refPayoutId',      () => ({ ...payout(), refPayoutId: '' }),                                     BAD],
  ['no refPayoutId',            () => ({ ...payout(), refPayoutId: undefined }),                              BAD],
  ['no destination',            () => ({ ...payout(), destination: undefined }),                              BAD],
  ['a destination of 36',       () => ({ ...payout(), destination: 's'.repeat(36) }),                         BAD],
  ['a destination of nobody',   () => ({ ...payout(), destination: 's'.repeat(35) }),                         'NOT_FOUND_SELLER'],
  ['another schedule',          () => ({ ...payout(), scheduleType: 'LATER' }),                               BAD],
  ['no schedule',               () => ({ ...payout(), scheduleType: undefined }),                             BAD],
  ['a date that is none',       () => ({ ...payout(), scheduleType: 'SCHEDULED', payoutDate: '2026-02-30' }), BAD],
  ['a date in a year',          () => ({ ...payout(), scheduleType: 'SCHEDULED', payoutDate: '2027-03-04' }), 'OK'],
  ['a day later',               () => ({ ...payout(), scheduleType: 'SCHEDULED', payoutDate: '2027-03-05' }), 'INVALID_PAYABLE_DATE'],
  ['tomorrow',                  () => ({ ...payout(), scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' }), 'OK'],
  ['an amount one below the limit', () => ({ ...payout(), amount: { currency: 'KRW', value: 999_999_999 } }), 'OK'],
  ['an amount at the limit',    () => ({ ...payout(), amount: { currency: 'KRW', value: 1_000_000_000 } }),   'EXCEED_MAX_PAYOUT_AMOUNT'],
  ['an amount as text',         () => ({ ...payout(), amount: { currency: 'KRW', value: '500' } }),           'OK'],
  ['an amount with a decimal',  () => ({ ...payout(), amount: { currency: 'KRW', value: '500.0' } }),         'OK'],
  ['half a won',                () => ({ ...payout(), amount: { currency: 'KRW', value: 0.5 } }),             BAD],
  ['a negative amount',         () => ({ ...payout(), amount: { currency: 'KRW', value: -1 } }),              BAD],
  ['dollars',                   () => ({ ...payout(), amount: { currency: 'USD', value: 1 } }),               BAD],
  ['a bare amount',             () => ({ ...payout(), amount: 1_000 }),                                       BAD],
  ['a description of 7',        () => ({ ...payout(), transactionDescription: '일이삼사오육칠' }),                'OK'],
  ['a description of 8',        () => ({ ...payout(), transactionDescription: '일이삼사오육칠팔' }),              BAD],
  ['no description',            () => ({ ...payout(), transactionDescription: undefined }),                   BAD],
  ['6 pairs of metadata',       () => ({ ...payout(), metadata: pairs(6) }),                                  BAD],
  ['5 pairs of metadata',       () => ({ ...payout(), metadata: pairs(5) }),                                  'OK'],
  ['an empty list',             () => [],                                                                     BAD],
  ['a hundred',                 () => Array.from({ length: 100 }, payout),                                    'OK'],
  ['a hundred and one',         () => Array.from({ length: 101 }, payout),                                    'EXCEED_MAX_PAYOUT_COUNT'],
])('a payout with %s', async (_, body, expected) => {
  expect(await verdict('/v2/payouts', body())).toBe(expected);
});

// prettier-ignore
test.each([
  ['/v2/sellers?limit=0',                      BAD],
  ['/v2/sellers?limit=1',                      'OK'],
  ['/v2/sellers?limit=10000',                  'OK'],
  ['/v2/sellers?limit=10001',                  'EXCEED_MAX_QUERY_LIMIT'],
  ['/v2/sellers?limit=-1',                     BAD],
  ['/v2/sellers?startingAfter=nobody',         'NOT_FOUND_SELLER'],
  ['/v2/payouts',                              'OK'],
  ['/v2/payouts?limit=10000',                  'OK'],
  ['/v2/payouts?limit=10001',                  'EXCEED_MAX_QUERY_LIMIT'],
  ['/v2/payouts?startingAfter=nobody',         'PAYOUT_NOT_FOUND'],
  ['/v2/payouts?payoutDateGte=2026-02-30',     BAD],
  ['/v2/payouts?payoutDateGte=2026-03-05&payoutDateLte=2026-03-04', 'OK'],
  [`/v2/sellers/${'s'.repeat(36)}`,            BAD],
  [`/v2/sellers/${'s'.repeat(35)}`,            'NOT_FOUND_SELLER'],
])('GET %s answers %s', async (path, expected) => {
  const reply = await raw(sandbox, 'GET', path);
  expect(reply.status === 200 ? 'OK' : (reply.json['error'] as { code: string }).code).toBe(expected);
});

// prettier-ignore
test.each<[string, string, object, string]>([
  ['lookup-holder-name',      'an account of 14',          { accountNumber: '12345678901234' },                          'OK'],
  ['lookup-holder-name',      'an account of 15',          { accountNumber: '123456789012345' },                         BAD],
  ['validate',                'a bank of one digit',       { bankCode: '8' },                                            BAD],
  ['validate',                'a bank as a number',        { bankCode: 88 },                                             'OK'],
  ['verify-holder-name',      'a name of 50',              { holderName: '가'.repeat(50) },                               'OK'],
  ['verify-holder-name',      'a name of 51',              { holderName: '가'.repeat(51) },                               BAD],
  ['verify-holder-name',      'no name',                   {},                                                           BAD],
  ['verify-identifier',       'a birth date',              { identityNumber: '900101' },                                 'OK'],
  ['verify-identifier',       'a business number',         { identityNumber: '1208147521' },                             'OK'],
  ['verify-identifier',       'seven digits',              { identityNumber: '9001011' },                                BAD],
  ['verify-identifier',       'letters',                   { identityNumber: '90o101' },                                 BAD],
  ['verify-holder-real-name', 'both',                      { holderName: '김', identityNumber: '900101' },                'OK'],
  ['verify-holder-real-name', 'only a name',               { holderName: '김' },                                          BAD],
  ['verify-holder-real-name', 'only a number',             { identityNumber: '900101' },                                 BAD],
])('bank account %s with %s', async (path, _, change, expected) => {
  const body = JSON.stringify({ bankCode: '088', accountNumber: '110123456789', ...change });
  const reply = await raw(sandbox, 'POST', `/v2/bank-accounts/${path}`, { headers: { 'content-type': 'application/json' }, body });
  expect(reply.status === 200 ? 'OK' : (reply.json['error'] as { code: string }).code).toBe(expected);
});
