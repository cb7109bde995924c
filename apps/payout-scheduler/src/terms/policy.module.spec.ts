import { parseEnv } from '@jeongsan/nest-kit';
import type { FactoryProvider, Provider as NestProvider } from '@nestjs/common';
import { Env } from '../env.js';
import { PolicyModule } from './policy.module.js';
import { Policy } from './policy.js';

const settings = {
  ...{ PORT: '0', LOG_LEVEL: 'silent', ROLE: 'http', API_KEYS: '[]' },
  ...{ DATABASE_URL: 'postgres://nowhere/none', REDIS_URL: 'redis://nowhere', DATA_KEYS: 'ef'.repeat(32) },
  ...{
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'test_sk',
    PROVIDER_SECURITY_KEYS: 'ab'.repeat(32),
    SELLER_SESSION_KEY: 'ce'.repeat(32),
  },
};

/** The payout policy that a process has with these settings. */
function policyWith(more: Record<string, string>): Policy {
  const { providers = [] } = PolicyModule.for(parseEnv(Env, { ...settings, ...more }));
  const isPolicy = (one: NestProvider): one is FactoryProvider<Policy> => 'provide' in one && one.provide === Policy;
  return providers.find(isPolicy)?.useFactory({}) as Policy;
}

test('every limit of dispatch is the one that was set', () => {
  const { value } = policyWith({
    RUN_CAP: '3000000000001',
    DAY_CAP: '3000000000002',
    DUPLICATE_RUN_DAYS: '11',
    DUPLICATE_RUN_PAYOUTS: '12',
  });
  expect(value.limits).toEqual({
    runCap: 3_000_000_000_001n,
    dayCap: 3_000_000_000_002n,
    duplicateDays: 11,
    duplicatePayoutsMin: 12,
  });
});

test('without a setting nothing is capped, and no run approves itself', () => {
  expect(policyWith({}).value.limits).toMatchObject({ runCap: null, dayCap: null });
  expect(policyWith({}).value.selfApproveUpTo).toBeNull();
});

test('every amount and time of the policy is the one that was set', () => {
  const { value } = policyWith({
    ...{
      SELF_APPROVE_UP_TO: '3000000001',
      MINIMUM_PAYOUT: '1001',
      WEEKLY_LIMIT: '9000001',
      WEEKLY_LIMIT_WARN_PERCENT: '71',
    },
    ...{ DISPATCH_AT: '10:11:12', SETTLE_SECONDS: '61', SENDING_TIMEOUT_SECONDS: '91', PAYOUTS_PER_REQUEST: '31' },
    ...{ BATCHES_PER_FREEZE: '5', TRANSACTION_DESCRIPTION: '정산', TAX_INVOICE_GATE: 'true' },
  });
  expect(value).toMatchObject({
    ...{
      selfApproveUpTo: 3_000_000_001n,
      minimumPayout: 1_001n,
      weeklyLimit: 9_000_001n,
      weeklyLimitWarnPercent: 71,
    },
    ...{
      dispatchAt: '10:11:12',
      settleSeconds: 61,
      realSettleSeconds: 61,
      sendingTimeoutSeconds: 91,
      payoutsPerRequest: 31,
    },
    ...{ batchesPerFreeze: 5, transactionDescription: '정산', taxInvoiceGate: true },
  });
});
