import { CUSTOMER_KEY } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import type { World } from '../world.js';

const LENGTH_MIN = 2;
const LENGTH_MAX = 300;

/**
 * Checks a customerKey by the rule of document 1 section 2.5, or by the behaviour measured at the real server if the
 * setting says so. Throws Refused.
 */
export function assertCustomerKey({ merchant }: World, customerKey: string): void {
  if (!merchant.settings.measuredCustomerKeyChecks) {
    if (!CUSTOMER_KEY.test(customerKey)) throw new Refused('INVALID_CUSTOMER_KEY');
    return;
  }
  if (customerKey.length < LENGTH_MIN) throw new Refused('INVALID_CUSTOMER_KEY');
  if (customerKey.length > LENGTH_MAX) throw new Refused('FAILED_DB_PROCESSING');
}
