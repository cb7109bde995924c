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
