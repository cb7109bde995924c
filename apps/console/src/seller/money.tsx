import { useQuery } from '@tanstack/react-query';
import { Panel } from '../blocks/panel.js';
import { wonOf } from '../texts/amounts.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { wordFor } from '../texts/words.js';
import { Holds } from './holds.js';
import { type AnswerOf, readOf, usePageApi } from './page-api.js';
import { Read } from './read.js';
import { moneyKindMeanings, moneyKindWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import { Sum } from './sum.js';
import { Upcoming } from './upcoming.js';

/** What keeps money back, the money by kind, and what comes when: one answer, so that all of it is of one moment. */
export function Money() {
  const { language: lang } = useLanguage();
  const money = useQuery(readOf(usePageApi(), 'getSellerPageMoney', { query: { lang } }));
  return (
    <Read of={money}>
      {(data) => (
        <>
          <Holds holds={data.holds} />
          <Balance money={data} />
          <Upcoming money={data} />
        </>
      )}
    </Read>
  );
}

function Balance({ money: { kinds, total } }: Readonly<{ money: AnswerOf<'getSellerPageMoney'> }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  const shown = kinds.filter(({ amount }) => wonOf(amount) !== 0n);
  return (
    <Panel title={t.balance}>
      {shown.length === 0 ? (
        <p>{t.balanceNone}</p>
      ) : (
        <Sum
          caption={t.balance}
          total={total}
          totalLabel={t.total}
          parts={shown.map(({ kind, amount }) => ({
            key: kind,
            label: wordFor(moneyKindWords, kind, language),
            note: wordFor(moneyKindMeanings, kind, language),
            won: amount,
          }))}
        />
      )}
    </Panel>
  );
}
