import { deposited } from '../testing/accounts.js';
import { freezeAt } from '../testing/buyer.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import { sellerBody } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

const there = { bankCode: '88', accountNumber: '11012345678' };
const nobody = { bankCode: '088', accountNumber: '1101230000' };
const others = { bankCode: '088', accountNumber: '1101239999' };
const holderName = '김정산';
const identityNumber = '900101';

test('the holder of an account is the same every time, and a registered seller holds its own', async () => {
  const lookup = async (body: typeof there) =>
    (await sandbox.provider.lookupHolderName({ body })).entityBody.holderName;
  expect(await lookup(there)).toBe(await lookup({ ...there, bankCode: '088' }));
  await sandbox.provider.createSeller({
    body: { ...sellerBody(), account: { ...there, holderName: '등록된 예금주' } },
  });
  expect(await lookup(there)).toBe('등록된 예금주');
  await expect(lookup(nobody)).rejects.toMatchObject({
    outcome: 'rejected',
    status: 400,
    code: 'INVALID_ACCOUNT_NUMBER',
  });
});

// prettier-ignore
test.each([
  ['exists',          () => sandbox.provider.validateAccount,      [true, false, true]],
  ['identifies',      () => sandbox.provider.verifyIdentifier,     [true, false, true]],
  ['names',           () => sandbox.provider.verifyHolderName,     [true, false, false]],
  ['really names',    () => sandbox.provider.verifyHolderRealName, [true, false, false]],
] as const)('a check whether an account %s answers for an ordinary one, a missing one, and somebody else\'s', async (_, operation, verdicts) => {
  const verify = operation();
  const answers = [];
  for (const account of [there, nobody, others]) answers.push((await verify({ body: { ...account, holderName, identityNumber } })).entityBody.isValid);
  expect(answers).toEqual(verdicts);
});

test('a bank that does not exist is refused', async () => {
  await expect(sandbox.provider.validateAccount({ body: { ...there, bankCode: '999' } })).rejects.toMatchObject({
    code: 'INVALID_BANK',
  });
});

// prettier-ignore
test.each([
  ['2026-03-04T23:29:59', false],
  ['2026-03-04T23:30:00', true],
  ['2026-03-05T00:00:00', true],
  ['2026-03-05T00:29:59', true],
  ['2026-03-05T00:30:00', false],
])('at %s every other check fails: %s', async (time, isMaintenance) => {
  await freezeAt(sandbox, time);
  const results = [];
  for (let i = 0; i < 4; i += 1) {
    results.push(await sandbox.provider.validateAccount({ body: there }).then(() => 'ok', (error: { code: string }) => error.code));
  }
  const down = 'NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION';
  expect(results).toEqual(isMaintenance ? [down, 'ok', down, 'ok'] : ['ok', 'ok', 'ok', 'ok']);
});

describe('an account that was described', () => {
  const held = (accountNumber: string, bank = '088') =>
    sandbox.control.describeBankAccount({ body: { bank, accountNumber, holderName, identityNumber } });
  const answers = async (
    account: { bankCode: string; accountNumber: string },
    claim: [name: string, number: string],
  ) => {
    const [name, number] = claim;
    const { provider } = sandbox;
    const results = await Promise.all([
      provider.verifyHolderName({ body: { ...account, holderName: name } }),
      provider.verifyIdentifier({ body: { ...account, identityNumber: number } }),
      provider.verifyHolderRealName({ body: { ...account, holderName: name, identityNumber: number } }),
    ]);
    return results.map(({ entityBody }) => entityBody.isValid);
  };

  // prettier-ignore
  test.each<[string, string, [string, string], [boolean, boolean, boolean]]>([
    ['a bank',            '088', ['김정산', '900101'],      [true,  true,  true]],
    ['a bank',            '088', ['김 정산', '900101'],     [true,  true,  true]],
    ['a bank',            '088', ['이정산', '900101'],      [false, true,  false]],
    ['a bank',            '088', ['김정산', '900102'],      [true,  false, false]],
    ['a bank',            '088', ['김정산', '1208147521'],  [true,  false, false]],
    ['a securities firm', '240', ['김정산', '900102'],      [true,  true,  true]],
    ['a securities firm', '240', ['이정산', '900101'],      [false, true,  false]],
  ])('at %s (%s) is verified with %j as %j: name, number, both', async (_, bankCode, claim, expected) => {
    const account = { bankCode, accountNumber: '22012345678' };
    await held(account.accountNumber, bankCode);
    expect(await answers(account, claim)).toEqual(expected);
    expect(await answers(account, claim)).toEqual(expected);
    expect((await sandbox.provider.lookupHolderName({ body: account })).entityBody.holderName).toBe(holderName);
  });

  test('registers sellers, sub-malls and refunds under its own name alone', async () => {
    await held('33012345678');
    const account = { bankCode: '88', accountNumber: '33012345678' };
    const seller = (name: string) =>
      sandbox.provider.createSeller({ body: { ...sellerBody(), account: { ...account, holderName: name } } });
    await expect(seller('이정산')).rejects.toMatchObject({ status: 400, code: 'NOT_MATCH_HOLDER_NAME' });
    const { id } = (await seller(holderName)).entityBody;
    const renamed = { params: { id }, body: { account: { holderName: '이정산' } } };
    await expect(sandbox.provider.updateSeller(renamed)).rejects.toMatchObject({ code: 'NOT_MATCH_HOLDER_NAME' });
    const refund = (name: string) => ({ bank: '신한', accountNumber: account.accountNumber, holderName: name });
    const { paymentKey } = await deposited(sandbox);
    const cancel = (name: string) =>
      sandbox.provider.cancelPayment({
        params: { paymentKey },
        body: { cancelReason: '변심', refundReceiveAccount: refund(name) },
      });
    await expect(cancel('이정산')).rejects.toMatchObject({ code: 'INVALID_REFUND_ACCOUNT_INFO' });
    expect((await cancel(holderName)).status).toBe('CANCELED');
  });

  test('is described anew, and not at a bank that does not exist', async () => {
    await held('44012345678');
    const other = { bank: '신한', accountNumber: '44012345678', holderName: '이정산', identityNumber: null };
    await sandbox.control.describeBankAccount({ body: other });
    expect(await answers({ bankCode: '088', accountNumber: '44012345678' }, ['이정산', '111111'])).toEqual([
      true,
      true,
      true,
    ]);
    await expect(held('44012345678', '없는은행')).rejects.toMatchObject({ status: 400 });
  });

  test('or not: an undescribed one is held by any name, or by the first one where the merchant wants it', async () => {
    const account = { bankCode: '088', accountNumber: '55012345678' };
    expect(await answers(account, ['김정산', '900101'])).toEqual([true, true, true]);
    expect(await answers(account, ['이정산', '900102'])).toEqual([true, true, true]);
    await sandbox.control.changeSettings({ body: { accountHolders: 'FIRST_NAMED' } });
    const { holderName: found } = (await sandbox.provider.lookupHolderName({ body: account })).entityBody;
    await sandbox.provider.verifyIdentifier({ body: { ...account, identityNumber } });
    expect(await answers(account, [found, identityNumber])).toEqual([true, true, true]);
    expect(await answers(account, ['남의이름', '900102'])).toEqual([false, false, false]);
    const registered = { ...account, accountNumber: '66012345678', holderName };
    await sandbox.provider.createSeller({ body: { ...sellerBody(), account: registered } });
    const another = { ...sellerBody(), account: { ...registered, holderName: '이정산' } };
    await expect(sandbox.provider.createSeller({ body: another })).rejects.toMatchObject({
      code: 'NOT_MATCH_HOLDER_NAME',
    });
    await sandbox.control.changeSettings({ body: { accountHolders: 'DESCRIBED' } });
  });
});
