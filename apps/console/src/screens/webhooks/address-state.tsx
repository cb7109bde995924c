import type { OutputOf } from '../../api/names.js';
import { State } from '../../blocks/state.js';
import { addressStateWords } from './webhooks.words.js';

type Address = OutputOf<'getEndpoint'>;

const stateOf = ({ enabled, pausedAt, failingSince }: Address): keyof typeof addressStateWords =>
  !enabled ? 'removed' : pausedAt !== null ? 'paused' : failingSince !== null ? 'failing' : 'on';

/** Whether events arrive at an address. */
export const AddressState = ({ address }: Readonly<{ address: Address }>) => (
  <State words={addressStateWords} is={stateOf(address)} />
);
