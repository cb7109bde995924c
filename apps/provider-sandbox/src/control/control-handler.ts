import type { Endpoint, Input, Output } from '@jeongsan/http-contract';
import type { DueWork } from '../due-work.js';
import type { Call } from '../world.js';

/** The context of a control operation: the context of a provider's operation, plus the due work. */
export type ControlCall = Call & Readonly<{ work: DueWork }>;
export type ControlHandler<E extends Endpoint> = (call: ControlCall, input: Input<E>) => Promise<Output<E>>;
