import type { OutputOf } from '../../api/names.js';
import { InWords } from '../../blocks/state.js';
import { mailFailureWords } from './statements.words.js';

/** Why an e-mail failed; a dash for one that did not. */
export const MailFailureText = ({ mail: { failure } }: Readonly<{ mail: OutputOf<'getStatementMail'> }>) =>
  failure === null ? <>–</> : <InWords words={mailFailureWords} is={failure} />;
