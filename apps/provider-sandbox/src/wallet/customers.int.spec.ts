import { newOrderId, freezeAt } from '../testing/buyer.js';
import { raw, type Sandbox, SECRET_KEY, startSandbox } from '../testing/sandbox.js';
import { codeFor, identity, joined, newCustomerKey, withAccount, withCard } from '../testing/wallet-customer.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

const verdict = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const issue = (customerKey: string, code: string) =>
  sandbox.provider.issueWalletToken({ body: { customerKey, grantType: 'AuthorizationCode', code } });
const refresh = (customerKey: string, refreshToken: string) =>
  sandbox.provider.issueWalletToken({ body: { customerKey, grantType: 'RefreshToken', refreshToken } });
const methods = (accessToken: string) => sandbox.provider.getWalletMethods({}, { accessToken });

describe('terms', () => {
  const ids = (customerKey: string, scope: string) =>
    raw(sandbox, 'GET', `/v1/wallet/terms?customerKey=${encodeURIComponent(customerKey)}&${scope}`);

  // prettier-ignore
  test.each([
    ['scope=REGISTER,CARD',                     [1, 2, 3, 4, 6]],
    ['scope=REGISTER&scope=ACCOUNT',            [1, 2, 3, 4, 7]],
    ['scope=BILLING,%20CARD',                   [1, 2, 3, 4, 5, 6]],
    ['scope=CARD',                              [3, 6]],
    ['scope=REGISTER',                          [1, 2, 3, 4]],
    ['scope=CARD,ACCOUNT',                      'INVALID_REQUEST'],
    ['scope=REGISTER,BILLING',                  'INVALID_REQUEST'],
    ['scope=REGISTER,REGISTER',                 'INVALID_REQUEST'],
    ['scope=REGISTER,CARD,ACCOUNT',             'INVALID_REQUEST'],
    ['scope=register',                          'INVALID_REQUEST'],
    ['scope=',                                  'INVALID_REQUEST'],
    ['',                                        'INVALID_REQUEST'],
  ])('of %s are %j', async (scope, expected) => {
    const { json } = await ids(newCustomerKey(), scope);
    const terms = json as unknown as { id: number }[];
    expect(Array.isArray(terms) ? terms.map(({ id }) => id) : json['code']).toEqual(expected);
  });

  // prettier-ignore
  test.each([
    ['ab',                200],
    ['a'.repeat(50),      200],
    ['A-Za_z09=.@',       200],
    ['a',                 400],
    ['a'.repeat(51),      400],
    ['bad key',           400],
    ['고객',               400],
    ['a+b',               400],
  ])('for the customerKey %s answer %d', async (customerKey, status) => {
    const reply = await ids(customerKey, 'scope=CARD');
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.json).toMatchObject({ code: 'INVALID_CUSTOMER_KEY' });
  });

  const agree = (customerKey: string, termsId?: number[]) =>
    sandbox.provider.agreeWalletTerms({
      body: { customerKey, scope: ['REGISTER', 'CARD'], ...(termsId && { termsId }) },
    });

  // prettier-ignore
  test.each([
    [[1, 2, 3, 6],       'done'],
    [[1, 2, 3, 4, 6, 6], 'done'],
    [[1, 2, 3],          'REQUIRED_TERMS_NOT_AGREED'],
    [[],                 'REQUIRED_TERMS_NOT_AGREED'],
    [undefined,          'REQUIRED_TERMS_NOT_AGREED'],
    [[1, 2, 3, 6, 7],    'NOT_FOUND_TERMS'],
    [[1, 2, 3, 6, 99],   'NOT_FOUND_TERMS'],
  ])('agreed to as %j: %s', async (termsId, expected) => {
    const customerKey = newCustomerKey();
    expect(await verdict(agree(customerKey, termsId))).toBe(expected);
    const scope = ['REGISTER', 'CARD'] as const;
    const after = await sandbox.provider.listWalletTerms({ query: { customerKey, scope: [...scope] } });
    const agreed = after.filter((one) => one.agreed).map(({ id }) => id);
    expect(agreed).toEqual(expected === 'done' ? [...new Set(termsId)] : []);
  });

  test('agreed to once need not be sent again', async () => {
    const customerKey = newCustomerKey();
    await agree(customerKey, [1, 2, 3, 6]);
    expect((await agree(customerKey)).code).toMatch(/^\w{32}$/);
  });
});

describe('an access token', () => {
  test('stays the same with each code, and is lengthened by thirty days', async () => {
    const { customerKey, token } = await joined(sandbox);
    expect(token).toEqual({
      accessToken: expect.any(String) as string,
      refreshToken: expect.any(String) as string,
      tokenType: 'bearer',
      expiresIn: 2_592_000,
    });
    expect(await issue(customerKey, await codeFor(sandbox, customerKey))).toEqual(token);
    await freezeAt(sandbox, '2026-04-03T09:59:59');
    expect(await verdict(methods(token.accessToken))).toBe('done');
    await freezeAt(sandbox, '2026-04-03T10:00:00');
    expect(await verdict(methods(token.accessToken))).toBe('EXPIRED_ACCESS_TOKEN');
    expect(await issue(customerKey, await codeFor(sandbox, customerKey))).toEqual(token);
    expect(await verdict(methods(token.accessToken))).toBe('done');
  });

  test('is replaced with its refresh token, which then is used up', async () => {
    const { customerKey, token } = await joined(sandbox);
    const other = await joined(sandbox);
    expect(await verdict(refresh(customerKey, other.token.refreshToken))).toBe('INVALID_REFRESH_TOKEN');
    expect(await verdict(refresh(newCustomerKey(), token.refreshToken))).toBe('NOT_FOUND_CUSTOMER');
    const renewed = await refresh(customerKey, token.refreshToken);
    expect(renewed.accessToken).not.toBe(token.accessToken);
    expect(await verdict(methods(token.accessToken))).toBe('INVALID_ACCESS_TOKEN');
    expect(await verdict(methods(renewed.accessToken))).toBe('done');
    expect(await verdict(refresh(customerKey, token.refreshToken))).toBe('INVALID_REFRESH_TOKEN');
    expect(await issue(customerKey, await codeFor(sandbox, customerKey))).toEqual(renewed);
  });

  test('needs a code of its customer that was not used and is not older than ten minutes', async () => {
    const [customerKey, another] = [newCustomerKey(), newCustomerKey()];
    const [first, second] = [await codeFor(sandbox, customerKey), await codeFor(sandbox, customerKey)];
    expect(await verdict(issue(another, first))).toBe('INVALID_AUTHORIZATION_CODE');
    expect(await verdict(issue(customerKey, 'guessed'))).toBe('INVALID_AUTHORIZATION_CODE');
    expect(await verdict(issue(customerKey, first))).toBe('done');
    expect(await verdict(issue(customerKey, first))).toBe('INVALID_AUTHORIZATION_CODE');
    await freezeAt(sandbox, '2026-03-04T10:10:00');
    expect(await verdict(issue(customerKey, second))).toBe('INVALID_AUTHORIZATION_CODE');
    const { code } = await sandbox.control.authorizeWalletCustomer({
      params: { customerKey },
      body: { scope: ['BILLING', 'ACCOUNT'] },
    });
    await freezeAt(sandbox, '2026-03-04T10:19:59');
    expect(await verdict(issue(customerKey, code))).toBe('done');
  });

  test('of two codes at once is one token of one customer', async () => {
    const customerKey = newCustomerKey();
    const codes = [await codeFor(sandbox, customerKey), await codeFor(sandbox, customerKey)];
    const [one, two] = await Promise.all(codes.map((code) => issue(customerKey, code)));
    expect(one).toEqual(two);
  });

  test('survives a restart, and is written down nowhere', async () => {
    const { token } = await joined(sandbox);
    sandbox = await sandbox.restart();
    expect(await verdict(methods(token.accessToken))).toBe('done');
    const stored = JSON.stringify(await sandbox.sql('select * from wallet_customer'));
    for (const secret of [token.accessToken, token.refreshToken, SECRET_KEY]) expect(stored).not.toContain(secret);
  });

  const ask = (body: object) =>
    raw(sandbox, 'POST', '/v1/wallet/authorizations/access-token', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerKey: 'nobody', ...body }),
    });
  const code = { grantType: 'AuthorizationCode', code: 'x' };

  // prettier-ignore
  test.each<[object, string]>([
    [{ grantType: 'AuthorizationCode' },                                  'INVALID_REQUEST'],
    [{ grantType: 'RefreshToken' },                                       'INVALID_REQUEST'],
    [{ grantType: 'RefreshToken', code: 'x' },                            'INVALID_REQUEST'],
    [{ grantType: 'Password', code: 'x' },                                'INVALID_REQUEST'],
    [{ code: 'x' },                                                       'INVALID_REQUEST'],
    [{ grantType: 'AuthorizationCode', code: '' },                        'INVALID_REQUEST'],
    [{ ...code, customerKey: 'a' },                                       'INVALID_CUSTOMER_KEY'],
    [{ ...code, customerKey: undefined },                                 'INVALID_REQUEST'],
    [{ ...code, customerIdentity: { ...identity, rrn: '900101' } },       'INVALID_REQUEST'],
    [{ ...code, customerIdentity: { ...identity, rrn: '90010112' } },     'INVALID_REQUEST'],
    [{ ...code, customerIdentity: { ...identity, mobilePhone: '1234567' } }, 'INVALID_REQUEST'],
    [{ ...code, customerIdentity: { ...identity, mobilePhone: '12345678' } }, 'INVALID_AUTHORIZATION_CODE'],
    [{ ...code, customerIdentity: { ...identity, name: {} } },            'INVALID_REQUEST'],
    [{ ...code, customerIdentity: identity },                             'INVALID_AUTHORIZATION_CODE'],
    [{ ...code, customerIdentity: {} },                                   'INVALID_AUTHORIZATION_CODE'],
    [code,                                                                'INVALID_AUTHORIZATION_CODE'],
    [{ grantType: 'RefreshToken', refreshToken: 'x' },                    'NOT_FOUND_CUSTOMER'],
  ])('asked for with %j: %s', async (body, expected) => {
    expect((await ask(body)).json).toMatchObject({ code: expected });
  });
});

describe('a customer', () => {
  const { ci, mobilePhone, name, rrn } = identity;
  // prettier-ignore
  test.each([
    [identity,                  true],
    [{ ci, mobilePhone, name }, false],
    [{ rrn },                   false],
    [undefined,                 false],
  ])('with the identity %j is identified: %s', async (given, expected) => {
    const { as, customerKey } = await joined(sandbox, undefined, given);
    expect(await sandbox.provider.getWalletMethods({}, as)).toMatchObject({ isIdentified: expected });
    await sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isIdentified: true } });
    expect(await sandbox.provider.getWalletMethods({}, as)).toMatchObject({ isIdentified: true });
    await joined(sandbox, customerKey);
    expect(await sandbox.provider.getWalletMethods({}, as)).toMatchObject({ isIdentified: true });
  });

  test('that withdraws loses its tokens, its methods and its agreements at once', async () => {
    const { customerKey, token, as } = await joined(sandbox);
    const card = await withCard(sandbox, customerKey);
    await withAccount(sandbox, customerKey);
    const unused = await codeFor(sandbox, customerKey);
    expect(await sandbox.provider.removeWalletCustomer({}, as)).toEqual({ customerKey, success: true });

    expect(await verdict(sandbox.provider.removeWalletCustomer({}, as))).toBe('INVALID_ACCESS_TOKEN');
    expect(await verdict(methods(token.accessToken))).toBe('INVALID_ACCESS_TOKEN');
    expect(await verdict(refresh(customerKey, token.refreshToken))).toBe('NOT_FOUND_CUSTOMER');
    expect(await verdict(issue(customerKey, unused))).toBe('INVALID_AUTHORIZATION_CODE');
    const gone = { params: { customerKey } };
    expect(await verdict(sandbox.provider.getWalletMethodsOf(gone))).toBe('NOT_FOUND_CUSTOMER');
    expect(await sandbox.control.readWalletCustomer(gone)).toMatchObject({ status: 'REMOVED' });
    expect(await sandbox.sql("select distinct status from wallet_method where status <> 'DISABLED'")).toEqual([]);

    const terms = await sandbox.provider.listWalletTerms({ query: { customerKey, scope: ['REGISTER', 'CARD'] } });
    expect(terms.filter(({ agreed }) => agreed)).toEqual([]);
    const again = await joined(sandbox, customerKey);
    expect(again.token.accessToken).not.toBe(token.accessToken);
    expect(await sandbox.provider.getWalletMethods({}, again.as)).toMatchObject({ cards: [], accounts: [] });
    const charge = {
      customerKey,
      methodKey: card.methodKey,
      amount: 10_000n,
      orderId: newOrderId(),
      orderName: '사과',
    };
    expect(await verdict(sandbox.provider.payByWallet({ body: charge }))).toBe('NOT_FOUND_METHOD');
  });

  test('is put on hold and released, once each', async () => {
    const { customerKey } = await joined(sandbox);
    const change = (isOnHold: boolean) =>
      sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isOnHold } });
    expect(await change(true)).toMatchObject({ status: 'ON_HOLD' });
    expect(await verdict(change(true))).toBe('NOT_POSSIBLE');
    expect(await change(false)).toMatchObject({ status: 'CREATED' });
    expect(await verdict(change(false))).toBe('NOT_POSSIBLE');
  });
});
