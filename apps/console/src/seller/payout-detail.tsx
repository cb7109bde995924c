import { Button, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Money } from '../blocks/money.js';
import { Panel } from '../blocks/panel.js';
import { State } from '../blocks/state.js';
import { wonOf } from '../texts/amounts.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { wordFor } from '../texts/words.js';
import { openPayout } from './address.js';
import { dayText } from './day-text.js';
import { MoreButton } from './more-button.js';
import { type AnswerOf, pagesOf, usePageApi } from './page-api.js';
import { PayoutParts } from './payout-parts.js';
import { Read } from './read.js';
import { movementKindWords, payoutStateWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import { Sum } from './sum.js';
import classes from './seller.module.css';

type Told = AnswerOf<'explainSellerPagePayout'>;
const PAGE_PARTS = 50;

/** One payout: its amount as a waterfall, and each step of it down to the order lines. */
export function PayoutDetail({ payoutId }: Readonly<{ payoutId: string }>) {
  const t = useTexts(sellerTexts);
  const { language: lang } = useLanguage();
  const input = { params: { payoutId }, query: { lang } };
  const told = useInfiniteQuery(pagesOf(usePageApi(), 'explainSellerPagePayout', PAGE_PARTS, input));
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    top.current?.focus();
  }, []);
  return (
    <div ref={top} tabIndex={-1} className={classes.main}>
      <div>
        <Button variant="default" size="xs" onClick={() => openPayout(null)}>
          ← {t.back}
        </Button>
      </div>
      <Read of={told}>
        {({ pages }) => {
          const [first] = pages;
          if (first === undefined) return null;
          return (
            <>
              <Amount told={first} />
              <Panel title={t.parts}>
                <PayoutParts
                  totals={first.totals}
                  parts={pages.flatMap(({ parts }) => parts)}
                  isWhole={!told.hasNextPage}
                />
                <MoreButton of={told} />
              </Panel>
              <Chain statements={first.statements} />
            </>
          );
        }}
      </Read>
    </div>
  );
}

function Amount({ told: { amount, state, on, text, totals } }: Readonly<{ told: Told }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  const said = [...(on === null ? [] : [dayText(on, language)]), ...(state === 'paid' ? [] : [text])];
  return (
    <Panel>
      <Title order={2} size="h3">
        {t.payout} <Money won={amount} />
      </Title>
      <p>
        <State words={payoutStateWords} is={state} /> {said.join(' · ')}
      </p>
      <Sum
        caption={t.waterfall}
        total={amount}
        totalLabel={t.payout}
        parts={totals.map(({ kind, amount: won, text: note }) => ({
          ...{ key: kind, won, note },
          label: wordFor(movementKindWords, kind, language),
        }))}
      />
    </Panel>
  );
}

/** A payout can hold money that earlier statements carried. */
function Chain({ statements }: Readonly<{ statements: Told['statements'] }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  return (
    <Panel title={t.chain}>
      {statements.map(({ statementId, date, opening, movements, payoutAmount, carried }) => (
        <div key={statementId} className={classes.item}>
          <strong>{t.statementOf(dayText(date, language))}</strong>
          <Sum
            caption={t.statementOf(dayText(date, language))}
            total={carried}
            totalLabel={t.carried}
            parts={[
              { key: 'opening', label: t.opening, won: opening },
              { key: 'movements', label: t.movements, won: movements },
              { key: 'paidOut', label: t.paidOut, won: (-wonOf(payoutAmount)).toString() },
            ]}
          />
        </div>
      ))}
    </Panel>
  );
}
