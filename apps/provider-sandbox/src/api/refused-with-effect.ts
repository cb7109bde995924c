import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import type { Call } from '../world.js';
import { Refused, type RefusedOptions } from './refused.js';

/** A refusal that changes something, in the transaction that keeps its answer: a rejected card aborts its payment. */
export class RefusedWithEffect extends Refused {
  constructor(
    code: ProviderErrorCode,
    readonly afterwards: (call: Call) => Promise<void>,
    options: RefusedOptions = {},
  ) {
    super(code, options);
  }
}
