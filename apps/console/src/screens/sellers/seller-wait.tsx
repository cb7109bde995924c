import type { OutputOf } from '../../api/names.js';
import { Kst } from '../../blocks/kst.js';
import { Bilingual } from '../../blocks/state.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';

type Waiting = NonNullable<OutputOf<'getSellerView'>['waiting']>;

/** What keeps a seller from being paid, and until when. */
export function SellerWait({ waiting }: Readonly<{ waiting: Waiting }>) {
  const l = useTexts(labels);
  return (
    <>
      <Bilingual text={waiting.text} />
      {waiting.until === null ? null : (
        <>
          {' '}
          (<Kst at={waiting.until} /> {l.until})
        </>
      )}
    </>
  );
}
