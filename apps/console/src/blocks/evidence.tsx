import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { currencyOf, evidenceWords } from './evidence-words.js';
import { blockTexts } from './blocks.texts.js';
import { Kst } from './kst.js';
import { Money } from './money.js';
import classes from './blocks.module.css';

type Side = Readonly<Record<string, string | null>>;
type Shown = Readonly<{
  ours: Side;
  theirs: Side;
  differs: readonly string[];
  caption: string;
  /** Of amounts on a side without a currency of its own. */
  currency?: string;
}>;

/** Two records of one thing side by side, with the fields in which they differ marked. */
export function Evidence({ ours, theirs, differs, caption, currency }: Shown) {
  const t = useTexts(blockTexts);
  const { language } = useLanguage();
  const fields = [...new Set([...differs, ...Object.keys(ours), ...Object.keys(theirs)])];
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.evidence}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.ours}</th>
            <th scope="col">{t.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => {
            const isOther = differs.includes(field);
            return (
              <tr key={field} className={isOther ? classes.differs : undefined}>
                <th scope="row">
                  {evidenceWords[field]?.[language === 'en' ? 0 : 1] ?? field}{' '}
                  {isOther ? <strong>≠ {t.differs}</strong> : null}
                </th>
                <td>
                  <Value text={ours[field]} currency={currencyOf(ours, field, currency)} />
                </td>
                <td>
                  <Value text={theirs[field]} currency={currencyOf(theirs, field, currency)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** An instant of the database: 2026-05-01 01:00:00+00. */
const INSTANT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d+)?\+00$/;

type ValueShown = Readonly<{ text: string | null | undefined; currency: string | undefined }>;

/** One value of a record: an amount where it has a currency. Instants are shown on the clocks of Korea, as everywhere. */
function Value({ text, currency }: ValueShown) {
  if (text === null || text === undefined) return <>–</>;
  if (currency !== undefined) return <Money won={text} currency={currency} />;
  const [, day, time] = INSTANT.exec(text) ?? [];
  return day === undefined || time === undefined ? <bdi>{text}</bdi> : <Kst at={`${day}T${time}Z`} seconds />;
}
