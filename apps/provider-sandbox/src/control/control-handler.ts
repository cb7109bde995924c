import type { Endpoint, Input, Output } from '@jeongsan/http-contract';
import type { DueWork } from '../due-work.js';
import type { Call } from '../world.js';

/** A call of the control API: as an operation's, and with the work that falls due by itself. */
export type ControlCall = Call & Readonly<{ work: DueWork }>;
export type ControlHandler<E extends Endpoint> = (call: ControlCall, input: Input<E>) => Promise<Output<E>>;
