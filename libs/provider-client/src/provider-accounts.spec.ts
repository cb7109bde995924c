import { CallError, type WireReply, type WireRequest } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';
import {
  AccountList,
  eachTransaction,
  MAIN_ACCOUNT,
  providerAccounts,
  type ProviderAccounts,
  providerEnv,
  purposeOf,
} from './index.js';
import { z } from 'zod';

const [MAIN, BILLING, OVERSEAS] = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(32)) as [string, string, string];
const billing = { mId: 'billing1', secretKey: 'test_sk_billing', securityKeys: [BILLING], purposes: ['billing'] };
const overseas = { mId: 'abroad1', secretKey: 'test_sk_abroad', securityKeys: [OVERSEAS], purposes: ['overseas'] };
const settings = (...accounts: unknown[]) => ({
  PROVIDER_BASE_URL: 'https://provider.test',
  PROVIDER_SECRET_KEY: 'test_sk_main',
  PROVIDER_SECURITY_KEYS: MAIN,
  ...(accounts.length > 0 && { PROVIDER_ACCOUNTS: JSON.stringify(accounts) }),
});

type Script = (account: string, url: string) => WireReply;

/** Accounts over a scripted network, and the accounts whose keys were sent, in their order. */
function accountsOver(script: Script, ...further: unknown[]): { accounts: ProviderAccounts; asked: string[] } {
  const asked: string[] = [];
  const send = (request: WireRequest) => {
    const key = Buffer.from(String(request.headers['authorization']).slice('Basic '.length), 'base64').toString();
    const account = key.slice('test_sk_'.length, -1);
    asked.push(account);
    return Promise.resolve(script(account, request.url));
  };
  const env = z.object(providerEnv).parse(settings(...further));
  return { accounts: providerAccounts(env, () => new Date(), { send }), asked };
}

const refused = (status: number, code: string): WireReply => ({
  status,
  headers: {},
  body: JSON.stringify({ code, message: '' }),
});
const NO_SUCH_PAYMENT = refused(404, 'NOT_FOUND_PAYMENT');
const look = ({ client }: ProviderAccounts) => client.getPayment({ params: { paymentKey: 'key-1' } });
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as CallError,
  );

test('without a list there is one account, which every operation belongs to', async () => {
  const { accounts, asked } = accountsOver(() => NO_SUCH_PAYMENT);
  expect(accounts.all.map(({ name }) => name)).toEqual([MAIN_ACCOUNT]);
  expect(accounts.client).toBe(accounts.main.client);
  expect((await errorOf(look(accounts)))?.code).toBe('NOT_FOUND_PAYMENT');
  expect(asked).toEqual(['main']);
});

test('an operation goes to the account of its purpose; the main account has every purpose that is not given away', () => {
  const { accounts } = accountsOver(() => NO_SUCH_PAYMENT, billing, overseas);
  const accountOf = (operation: keyof typeof providerContract) => accounts.accountFor(providerContract[operation]).name;
  expect(accountOf('issueBillingKey')).toBe('billing1');
  expect(accountOf('chargeBilling')).toBe('billing1');
  expect(accountOf('confirmPayment')).toBe(MAIN_ACCOUNT);
  expect(accountOf('createProduct')).toBe(MAIN_ACCOUNT);
  expect(accounts.nameOf('billing1')).toBe('billing1');
  expect(accounts.nameOf('any other mId')).toBe(MAIN_ACCOUNT);
  expect(accounts.nameOf(null)).toBe(MAIN_ACCOUNT);
});

test('sellers, payouts and the balance belong to the main account only', () => {
  const all = ['payments', 'billing', 'wallet', 'links', 'ars', 'overseas'];
  const { accounts } = accountsOver(() => NO_SUCH_PAYMENT, { ...billing, purposes: all });
  const ofMain = Object.entries(providerContract).filter(([, e]) => accounts.accountFor(e) === accounts.main);
  expect(ofMain.map(([, e]) => purposeOf(e)).every((purpose) => purpose === 'payouts')).toBe(true);
  expect(ofMain.map(([name]) => name)).toEqual(
    expect.arrayContaining(['createSeller', 'getSeller', 'createPayouts', 'listPayouts', 'getBalance']),
  );
});

test('a look asks the accounts in turn until one knows the payment', async () => {
  const answer = refused(403, 'FORBIDDEN_REQUEST');
  const { accounts, asked } = accountsOver((it) => (it === 'abroad' ? answer : NO_SUCH_PAYMENT), billing, overseas);
  expect((await errorOf(look(accounts)))?.code).toBe('FORBIDDEN_REQUEST');
  expect(asked).toEqual(['main', 'billing', 'abroad']);
});

test('a payment that no account knows is not found, and its refusal is the answer of the first account', async () => {
  const { accounts, asked } = accountsOver(() => NO_SUCH_PAYMENT, billing, overseas);
  expect(await errorOf(look(accounts))).toMatchObject({ outcome: 'rejected', code: 'NOT_FOUND_PAYMENT' });
  expect(asked).toEqual(['main', 'billing', 'abroad']);
});

// A confirm whose outcome is unknown may have charged the buyer: no other account may be asked to charge again.
test.each([
  ['an unknown outcome', refused(500, 'FAILED_INTERNAL_SYSTEM_PROCESSING'), 'unknown'],
  ['another refusal', refused(403, 'REJECT_CARD_PAYMENT'), 'rejected'],
  ['a code nobody knows', refused(404, 'NOT_FOUND_ANYTHING'), 'unknown'],
] as const)('%s ends the call at the account that was asked', async (_, answer, outcome) => {
  const { accounts, asked } = accountsOver(() => answer, billing, overseas);
  const body = { paymentKey: 'key-1', orderId: 'order-0001', amount: 1_000n };
  expect(await errorOf(accounts.client.confirmPayment({ body }))).toMatchObject({ outcome });
  expect(asked).toEqual(['main']);
});

test('the list of transactions is that of all accounts, one after the other', async () => {
  const row = (transactionKey: string) => ({
    ...{ mId: 'm', transactionKey, paymentKey: 'p', orderId: 'order-0001', method: '카드', customerKey: null },
    ...{ useEscrow: false, receiptUrl: null, status: 'DONE', currency: 'KRW', amount: 1_000 },
    transactionAt: '2026-05-11T10:00:00+09:00',
  });
  const lists: Readonly<Record<string, readonly string[]>> = { main: ['a1', 'a2', 'a3'], billing: [], abroad: ['c1'] };
  const page = (account: string, url: string): WireReply => {
    const after = new URL(url).searchParams.get('startingAfter');
    const keys = lists[account] ?? [];
    // An account does not know the cursors of another one.
    if (after !== null && !keys.includes(after)) return refused(400, 'INVALID_REQUEST');
    const begin = after === null ? 0 : keys.indexOf(after) + 1;
    return { status: 200, headers: {}, body: JSON.stringify(keys.slice(begin, begin + 2).map(row)) };
  };
  const { accounts } = accountsOver(page, billing, overseas);
  const found: string[] = [];
  const window = { startDate: '2026-05-11T00:00:00', endDate: '2026-05-11T23:59:59' };
  for await (const { transactionKey } of eachTransaction(accounts.client, window)) found.push(transactionKey);
  expect(found).toEqual(['a1', 'a2', 'a3', 'c1']);
});

// prettier-ignore
test.each([
  ['is not JSON',         '[{'],
  ['has an unknown field', JSON.stringify([{ ...billing, note: 1 }])],
  ['has no purpose',       JSON.stringify([{ ...billing, purposes: [] }])],
  ['names payouts',        JSON.stringify([{ ...billing, purposes: ['payouts'] }])],
  ['names an mId twice',   JSON.stringify([billing, { ...overseas, mId: 'billing1' }])],
  ['names a key twice',    JSON.stringify([billing, { ...overseas, secretKey: billing.secretKey }])],
  ['names a purpose twice', JSON.stringify([billing, { ...overseas, purposes: ['billing'] }])],
  ['has a short key',      JSON.stringify([{ ...billing, securityKeys: ['ab'] }])],
  ['has an mId with a colon', JSON.stringify([{ ...billing, mId: 'a:b' }])],
])('a list that %s is refused, and its keys are not repeated', (_, text) => {
  const { success, error } = AccountList.safeParse(text);
  expect(success).toBe(false);
  expect(JSON.stringify(error?.issues)).not.toMatch(/test_sk|b2b2b2b2/);
});
