import type { OutputOf } from '../../api/names.js';
import { Facts } from '../../blocks/facts.js';
import { useTexts } from '../../texts/texts.js';
import { sellerTexts } from './sellers.texts.js';

/** What an erasure erased, and what a law keeps until when. */
export function Erasure({ erasure }: Readonly<{ erasure: OutputOf<'eraseSeller'> }>) {
  const t = useTexts(sellerTexts);
  const erased = erasure.erased.map(({ what, rows }) => `${what}: ${t.rows(rows)}`);
  const kept = erasure.kept.map(({ what, until, because }) => `${what} ${until ?? ''} (${because})`);
  return (
    <Facts
      facts={[
        [t.erased, erased.join(', ') || '–', 'wide'],
        [t.keptUntil, kept.join(', ') || '–', 'wide'],
      ]}
    />
  );
}
