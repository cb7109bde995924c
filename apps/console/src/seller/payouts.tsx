import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Money } from '../blocks/money.js';
import { Panel } from '../blocks/panel.js';
import { State } from '../blocks/state.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { openPayout } from './address.js';
import { dayText } from './day-text.js';
import { MoreButton } from './more-button.js';
import { pagesOf, usePageApi } from './page-api.js';
import { Read } from './read.js';
import { payoutStateWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import classes from './seller.module.css';

const PAGE_ITEMS = 10;

/** Every payout, newest first; each opens into where its money comes from. */
export function Payouts() {
  const t = useTexts(sellerTexts);
  const { language: lang } = useLanguage();
  const payouts = useInfiniteQuery(pagesOf(usePageApi(), 'listSellerPagePayouts', PAGE_ITEMS, { query: { lang } }));
  return (
    <Panel title={t.payouts}>
      <Read of={payouts}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p>{t.payoutsNone}</p>;
          return (
            <ul className={classes.list}>
              {items.map(({ payoutId, amount, state, on, statementDate, text }) => (
                <li key={payoutId} className={classes.item}>
                  <div className={classes.row}>
                    <strong>{dayText(on ?? statementDate, lang)}</strong>
                    <strong>
                      <Money won={amount} />
                    </strong>
                  </div>
                  <div className={classes.row}>
                    <span>
                      <State words={payoutStateWords} is={state} /> {state === 'paid' ? '' : text}
                    </span>
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => openPayout(payoutId)}
                      aria-label={`${t.explain}: ${dayText(on ?? statementDate, lang)}`}
                    >
                      {t.explain}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          );
        }}
      </Read>
      <MoreButton of={payouts} />
    </Panel>
  );
}
