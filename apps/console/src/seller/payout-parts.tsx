import { Money } from '../blocks/money.js';
import { wonOf } from '../texts/amounts.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { wordFor } from '../texts/words.js';
import { dayText } from './day-text.js';
import type { AnswerOf } from './page-api.js';
import { PayoutLink } from './payout-link.js';
import { lineSigns, lineWords, movementKindWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import { Sum } from './sum.js';
import classes from './seller.module.css';

type Told = AnswerOf<'explainSellerPagePayout'>;
type Part = Told['parts'][number];
type Shown = Readonly<{ totals: Told['totals']; parts: readonly Part[]; isWhole: boolean }>;

/** The parts of each step of the waterfall. Money that was carried or paid otherwise has no parts here. */
export function PayoutParts({ totals, parts, isWhole }: Shown) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  return (
    <>
      {totals.map(({ kind, amount, count }) => {
        const own = parts.filter((part) => part.kind === kind);
        if (own.length === 0) return null;
        const name = wordFor(movementKindWords, kind, language);
        return (
          <details key={kind} className={classes.step} open={totals.length === 1}>
            <summary className={classes.row}>
              <span>
                {name} <span className={classes.small}>{t.partsOf(count)}</span>
              </span>
              <Money won={amount} />
            </summary>
            <Sum
              caption={name}
              total={amount}
              totalLabel={name}
              isWhole={isWhole}
              parts={own.map((part, index) => ({
                key: String(index),
                label: <PartName part={part} />,
                note: <PartNote part={part} />,
                won: part.amount,
              }))}
            />
          </details>
        );
      })}
    </>
  );
}

function PartName({ part: { order, on, text, tranche } }: Readonly<{ part: Part }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  const when = on === null ? '' : ` · ${dayText(on, language)}`;
  if (order === null) return <>{`${text}${when}`}</>;
  return (
    <>
      <bdi className={classes.id}>
        {order.orderId} / {order.lineId}
      </bdi>
      {tranche === null || tranche === 1 ? '' : ` · ${t.tranche(tranche)}`}
      {when}
    </>
  );
}

function PartNote({ part: { order, refund, earlierPayoutId } }: Readonly<{ part: Part }>) {
  const t = useTexts(sellerTexts);
  return (
    <>
      {order === null ? null : <LineSum line={order} />}
      {refund === null ? null : (
        <div>
          {t.refunded} <Money won={refund.paid} />
        </div>
      )}
      {earlierPayoutId === null ? null : <PayoutLink payoutId={earlierPayoutId}>{t.earlierPayout}</PayoutLink>}
    </>
  );
}

type Line = NonNullable<Part['order']>;
type Component = keyof typeof lineWords;

/** What the buyer paid, less what was charged: the net of the line, of which a payout may hold a part. */
function LineSum({ line }: Readonly<{ line: Line }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  const names = (Object.keys(lineWords) as Component[]).filter((name) => wonOf(line[name]) !== 0n || name === 'paid');
  return (
    <details className={classes.line}>
      <summary>{t.lineSum}</summary>
      <Sum
        caption={t.lineSum}
        total={line.net}
        totalLabel={t.total}
        parts={names.map((name) => ({
          key: name,
          label: wordFor(lineWords, name, language),
          won: (lineSigns[name] * wonOf(line[name])).toString(),
        }))}
      />
    </details>
  );
}
