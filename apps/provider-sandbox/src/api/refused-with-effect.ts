import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import type { Call } from '../world.js';
import { Refused, type RefusedOptions } from './refused.js';

/**
 * A refusal with an effect, which is executed in the transaction that stores its answer: a rejected card aborts its
 * payment.
 */
export class RefusedWithEffect extends Refused {
  constructor(
    code: ProviderErrorCode,
    readonly afterwards: (call: Call) => Promise<void>,
    options: RefusedOptions = {},
  ) {
    super(code, options);
  }
}
