import { type Endpoint } from '@jeongsan/http-contract';
import { providerContract, providerErrors } from './index.js';

const operations: [string, Endpoint][] = Object.entries(providerContract);
const USUAL_MS = 30_000;

/**
 * The documented time limits of operations (document 1 section 8): a client with a shorter time-out would not know the outcome.
 */
const leastMs = ({ path }: Endpoint): number =>
  /^\/v1\/(transactions|settlements|payouts)/.test(path) ? 60_000 : USUAL_MS;

test.each(operations)('%s is waited for as long as it may take', (_, e) => {
  expect(e.timeoutMs ?? USUAL_MS).toBeGreaterThanOrEqual(leastMs(e));
});

test.each(operations)('%s lists codes that exist, each once', (_, { errors }) => {
  expect(errors.filter((code) => !(code in providerErrors))).toEqual([]);
  expect(errors.filter((code, index) => errors.indexOf(code) !== index)).toEqual([]);
});
