import { authenticated, paid } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
afterEach(() => sandbox.control.clearFaults({}));

const confirmable = async () => {
  const { paymentKey, orderId } = await authenticated(sandbox, 5_000n);
  return { body: { paymentKey, orderId, amount: 5_000n } };
};
const statusOf = async (paymentKey: string) => (await sandbox.provider.getPayment({ params: { paymentKey } })).status;
const fault = (body: Parameters<typeof sandbox.control.addFault>[0]['body']) => sandbox.control.addFault({ body });

// prettier-ignore
test.each([
  ['drop-before-commit', 'IN_PROGRESS', 'NO_REPLY'],
  ['drop-after-commit',  'DONE',        'NO_REPLY'],
  ['garbage',            'DONE',        'CONTRACT_DRIFT'],
] as const)('%s leaves the caller in the dark and the payment %s', async (kind, status, code) => {
  await fault({ operation: 'confirmPayment', kind, times: 1 });
  const call = await confirmable();
  await expect(sandbox.provider.confirmPayment(call)).rejects.toMatchObject({ outcome: 'unknown', code });
  expect(await statusOf(call.body.paymentKey)).toBe(status);
});

test('an answer lost on the way is found again under its idempotency key', async () => {
  await fault({ operation: 'confirmPayment', kind: 'drop-after-commit', times: 1 });
  const call = await confirmable();
  const options = { idempotencyKey: call.body.paymentKey };
  await expect(sandbox.provider.confirmPayment(call, options)).rejects.toMatchObject({ code: 'NO_REPLY' });
  expect(await sandbox.provider.confirmPayment(call, options)).toMatchObject({ status: 'DONE' });
});

test('an error has no effect, and is not what the idempotency key remembers', async () => {
  await fault({ operation: 'confirmPayment', kind: 'error', times: 1, status: 503, code: 'BANK_ON_FIRE' });
  const call = await confirmable();
  const options = { idempotencyKey: call.body.paymentKey };
  await expect(sandbox.provider.confirmPayment(call, options)).rejects.toMatchObject({
    outcome: 'unknown',
    status: 503,
    code: 'BANK_ON_FIRE',
  });
  expect(await statusOf(call.body.paymentKey)).toBe('IN_PROGRESS');
  expect(await sandbox.provider.confirmPayment(call, options)).toMatchObject({ status: 'DONE' });
});

test('a delay lets the caller run out of time although the payment is approved', async () => {
  await fault({ operation: 'confirmPayment', kind: 'delay', times: 1, delayMs: 1_000 });
  const call = await confirmable();
  await expect(sandbox.provider.confirmPayment(call, { timeoutMs: 300 })).rejects.toMatchObject({
    outcome: 'unknown',
    code: 'NO_REPLY',
  });
  expect(await statusOf(call.body.paymentKey)).toBe('DONE');
});

test('a fault lets calls through first, strikes as often as it says, and only its own operation', async () => {
  await fault({ operation: 'getBalance', kind: 'error', after: 1, times: 2, status: 429 });
  const read = () =>
    sandbox.provider.getBalance({}).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const results = [];
  for (let i = 0; i < 4; i += 1) results.push(await read());
  expect(results).toEqual([200, 429, 429, 200]);
});

test('a fault of every operation strikes any, and clearing ends it', async () => {
  await fault({ operation: '*', kind: 'error', times: 1_000 });
  await expect(paid(sandbox, 1_000n)).rejects.toMatchObject({ status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' });
  expect((await raw(sandbox, 'GET', '/v2/balances')).json).toMatchObject({
    error: { code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' },
  });
  await sandbox.control.clearFaults({});
  expect(await paid(sandbox, 1_000n)).toMatchObject({ status: 'DONE' });
});
