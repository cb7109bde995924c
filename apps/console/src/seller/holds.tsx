import { Money } from '../blocks/money.js';
import { Panel } from '../blocks/panel.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { wordFor } from '../texts/words.js';
import type { AnswerOf } from './page-api.js';
import { actionWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import classes from './seller.module.css';

/** What keeps money back, and what the seller can do about each. Nothing is shown when nothing does. */
export function Holds({ holds }: Readonly<{ holds: AnswerOf<'getSellerPageMoney'>['holds'] }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  if (holds.length === 0) return null;
  return (
    <Panel title={t.holds}>
      <ul className={classes.list}>
        {holds.map(({ scope, orderId, amount, endsOn, text, action }, index) => (
          <li key={`${scope} ${orderId ?? ''} ${index}`} className={classes.hold}>
            <div className={classes.row}>
              <strong>{text}</strong>
              {amount === null ? null : <Money won={amount} />}
            </div>
            {orderId === null ? null : (
              <div>
                {t.order} <bdi className={classes.id}>{orderId}</bdi>
              </div>
            )}
            {endsOn === null ? null : <div>{t.endsOn(endsOn)}</div>}
            <div>
              <span className={classes.small}>{t.todo}: </span>
              {wordFor(actionWords, action, language)}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
