import type { sandboxControlContract as contract } from '@jeongsan/provider-contract';
import type { ControlHandler } from '../control/control-handlers.js';

export const seed: ControlHandler<typeof contract.seed> = async () => ({ payments: 0, sellers: 0, payouts: 0 });
