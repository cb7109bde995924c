import { TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { Arrived, DropIn } from './arrived.js';

/**
 * Whether the provider will refuse the request because its caller asked for that: with a test key, the header
 * TossPayments-Test-Code makes every call fail. Such a call has no effect, so nothing of it is recorded.
 */
export const asksForTestCode = ({ accounts }: DropIn, { operation, headers }: Arrived): boolean =>
  accounts.accountFor(operation.endpoint).secretKey.startsWith('test_') && headers[TEST_CODE_HEADER] !== undefined;
