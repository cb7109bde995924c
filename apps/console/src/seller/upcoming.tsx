import { Money } from '../blocks/money.js';
import { Panel } from '../blocks/panel.js';
import { sumOf } from '../texts/amounts.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { dayInKorea } from '../texts/times.js';
import { wordFor } from '../texts/words.js';
import { dayText } from './day-text.js';
import type { AnswerOf } from './page-api.js';
import { PayoutLink } from './payout-link.js';
import { moneyKindWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import { Sum } from './sum.js';
import classes from './seller.module.css';

type PageMoney = AnswerOf<'getSellerPageMoney'>;
type Coming = PageMoney['upcoming'][number];

/** What comes when: one entry for each date, those without a date at the end. The dates add up to the money of the seller. */
export function Upcoming({ money: { upcoming, total, at } }: Readonly<{ money: PageMoney }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  const today = dayInKorea(new Date(at));
  const days = daysOf(upcoming);
  if (days.length === 0)
    return (
      <Panel title={t.upcoming}>
        <p>{t.upcomingNone}</p>
      </Panel>
    );
  const dateText = (on: string | null) =>
    on === null ? t.dateUnknown : `${dayText(on, language)}${on === today ? ` · ${t.today}` : ''}`;
  return (
    <Panel title={t.upcoming}>
      <Sum
        caption={t.upcoming}
        total={total}
        totalLabel={t.total}
        parts={days.map(([on, rows]) => ({
          key: on ?? 'unknown',
          label: on === null ? <strong>{dateText(on)}</strong> : <time dateTime={on}>{dateText(on)}</time>,
          note: <Rows rows={rows} />,
          won: sumOf(rows.map(({ amount }) => amount)).toString(),
        }))}
      />
    </Panel>
  );
}

function Rows({ rows }: Readonly<{ rows: readonly Coming[] }>) {
  const { language } = useLanguage();
  const t = useTexts(sellerTexts);
  return (
    <ul className={classes.list}>
      {rows.map(({ kind, amount, text, payoutId }, index) => (
        <li key={`${kind} ${index}`}>
          {wordFor(moneyKindWords, kind, language)}
          {rows.length > 1 ? (
            <>
              {' '}
              <Money won={amount} />
            </>
          ) : null}
          : {text} {payoutId === null ? null : <PayoutLink payoutId={payoutId}>{t.explain}</PayoutLink>}
        </li>
      ))}
    </ul>
  );
}

/** By date, in the order of the dates. */
function daysOf(rows: readonly Coming[]): [on: string | null, rows: Coming[]][] {
  const days = new Map<string | null, Coming[]>();
  for (const row of rows) days.set(row.on, [...(days.get(row.on) ?? []), row]);
  return [...days].sort(([a], [b]) => (a ?? '9999').localeCompare(b ?? '9999'));
}
