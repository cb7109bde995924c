import { useLanguage } from '../texts/language.js';
import { amountIn, type WireWon, wonOf } from '../texts/amounts.js';
import classes from './blocks.module.css';

type Shown = Readonly<{
  won: WireWon | null | undefined;
  /** Default: KRW. Minor units of this currency. */
  currency?: string;
}>;

/** An amount: exact, with its sign and currency. Null: a dash. */
export function Money({ won, currency = 'KRW' }: Shown) {
  const { language } = useLanguage();
  if (won === null || won === undefined) return <span>–</span>;
  const minor = wonOf(won);
  return (
    <span className={`${classes.won} ${minor < 0n ? classes.negative : ''}`}>
      {amountIn(language, minor, currency)}
    </span>
  );
}
