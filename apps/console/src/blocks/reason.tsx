import { movementWords, reasonWords } from 'virtual:reasons';
import { InWords } from './state.js';

/** Why money is not with its seller. A code that an operator chose for a hold is shown as it is. */
export const Reason = ({ code }: Readonly<{ code: string }>) => <InWords words={reasonWords} is={code} />;

/** Why a line of a statement is there. */
export const Movement = ({ kind }: Readonly<{ kind: string }>) => <InWords words={movementWords} is={kind} />;
