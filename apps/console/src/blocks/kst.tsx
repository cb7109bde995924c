import { useTexts } from '../texts/texts.js';
import { inKorea } from '../texts/times.js';
import { blockTexts } from './blocks.texts.js';
import classes from './blocks.module.css';

/** An instant on the clocks of Korea, which it says. Null: a dash. */
export function Kst({ at, seconds = false }: Readonly<{ at: string | null | undefined; seconds?: boolean }>) {
  const t = useTexts(blockTexts);
  if (at === null || at === undefined) return <span>–</span>;
  return (
    <time dateTime={at} className={classes.kst}>
      {inKorea(new Date(at), { seconds })} <span className={classes.zone}>{t.kst}</span>
    </time>
  );
}
