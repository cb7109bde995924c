import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../texts/texts.js';
import { inKorea } from '../texts/times.js';
import { useOpenPayout } from './address.js';
import { Events } from './events.js';
import { LanguageButton } from './language-button.js';
import { Money } from './money.js';
import { readOf, usePageApi } from './page-api.js';
import { PayoutDetail } from './payout-detail.js';
import { Payouts } from './payouts.js';
import { sellerTexts } from './seller.texts.js';
import { Statements } from './statements.js';
import classes from './seller.module.css';

/** A seller's own page: everything on one, or one payout of it. */
export function SellerPage() {
  const t = useTexts(sellerTexts);
  const payoutId = useOpenPayout();
  useEffect(() => {
    document.title = t.title;
  }, [t]);
  return (
    <div className={classes.page}>
      <Header />
      <main className={classes.main}>
        {payoutId === null ? (
          <>
            <Money />
            <Payouts />
            <Statements />
            <Events />
          </>
        ) : (
          <PayoutDetail key={payoutId} payoutId={payoutId} />
        )}
      </main>
    </div>
  );
}

function Header() {
  const t = useTexts(sellerTexts);
  const { data, refetch } = useQuery(readOf(usePageApi(), 'getSellerPageOwner'));
  const endsAt = data?.expiresAt;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    // The answer, not the clock of this machine, says that the link has ended.
    const timer = setTimeout(() => void refetch(), Math.max(1_000, Date.parse(endsAt) - Date.now() + 500));
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  return (
    <header className={classes.header}>
      <div className={classes.owner}>
        <Title order={1} size="h3">
          {t.title}
        </Title>
        {data === undefined ? null : (
          <>
            <bdi className={classes.name}>{data.displayName ?? data.sellerId}</bdi>
            <span className={classes.small}>{t.until(inKorea(new Date(data.expiresAt)).slice(11))}</span>
          </>
        )}
      </div>
      <LanguageButton />
    </header>
  );
}
