import type { OutputOf } from '../../api/names.js';
import { InWords } from '../../blocks/state.js';
import { handRunModeWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** What a run by hand does. The result of a try looks like that of a match: only this tells them apart. */
export function Mode({ run }: Readonly<{ run: Pick<OutputOf<'getHandRun'>, 'mode' | 'dryRun'> }>) {
  const t = useTexts(reconciliationTexts);
  return (
    <>
      <InWords words={handRunModeWords} is={run.mode} />
      {run.dryRun ? ` (${t.tried})` : null}
    </>
  );
}
