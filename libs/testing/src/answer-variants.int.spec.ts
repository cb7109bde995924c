import { join } from 'node:path';
import { CallError } from '@jeongsan/http-contract';
import { apiVersions, providerContract, type ApiVersion } from '@jeongsan/provider-contract';
import { type AnswerVariant, answerVariantNames } from '@jeongsan/sandbox-control';
import { z } from 'zod';
import { type Sandbox, startSandbox } from './index.js';
import { everyOperation, newObjects, readableObjects } from './testing/every-operation.js';

jest.setTimeout(60_000);

const USUAL = { answerVariants: null, apiVersion: null } as const;
let sandbox: Sandbox;
let readable: Awaited<ReturnType<typeof readableObjects>>;
beforeAll(async () => {
  sandbox = await startSandbox(join(__dirname, '../../../apps'));
  readable = await readableObjects(sandbox);
});
afterAll(() => sandbox.stop());

/** The failure of a call in one line; for a reply that does not fit the contract, with the members that do not. */
function failureOf(error: unknown): string {
  if (!(error instanceof CallError)) return `no CallError: ${String(error)}`;
  const { cause } = error;
  const places =
    cause instanceof z.ZodError ? cause.issues.map(({ path, message }) => `${path.join('.')} ${message}`) : [];
  return [`${error.message} ${error.detail}`, ...places.slice(0, 3)].join('; ');
}

/** Calls every operation once with answers as `settings` say; returns the failures by operation. */
async function failuresOf(settings: {
  answerVariants?: AnswerVariant[];
  apiVersion?: ApiVersion;
}): Promise<Record<string, string>> {
  await sandbox.control.changeSettings({ body: USUAL });
  const objects = { ...readable, ...(await newObjects(sandbox, readable)) };
  await sandbox.control.changeSettings({ body: settings });
  const outcomes = await Promise.all(
    Object.entries(everyOperation).map(async ([name, call]) => {
      const failure = await call(sandbox.api, objects).then(() => undefined, failureOf);
      return [name, failure] as const;
    }),
  );
  return Object.fromEntries(outcomes.flatMap(([name, failure]) => (failure === undefined ? [] : [[name, failure]])));
}

test('every operation of the contract is called', () => {
  expect(Object.keys(everyOperation).sort()).toEqual(Object.keys(providerContract).sort());
});

test('the published client reads every operation in its usual form', async () => {
  expect(await failuresOf({})).toEqual({});
});

test.each(answerVariantNames)('the published client reads every operation in the variant %s', async (name) => {
  expect(await failuresOf({ answerVariants: [name] })).toEqual({});
});

test.each(apiVersions)('the published client reads every operation of version %s', async (apiVersion) => {
  const tooNew =
    apiVersion < '2022-07-27' ? { listCashReceipts: expect.stringContaining('API_VERSION_UPDATE') as string } : {};
  expect(await failuresOf({ apiVersion })).toEqual(tooNew);
});
