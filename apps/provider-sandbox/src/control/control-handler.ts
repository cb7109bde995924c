import type { Endpoint, Input, Output } from '@jeongsan/http-contract';
import type { Merchants } from '../merchant/merchants.js';
import type { Call } from '../world.js';

/** The context of a control operation: the context of a provider's operation, plus all merchants. */
export type ControlCall = Call & Readonly<{ merchants: Merchants }>;
export type ControlHandler<E extends Endpoint> = (call: ControlCall, input: Input<E>) => Promise<Output<E>>;
