import { useQuery } from '@tanstack/react-query';
import { Money } from '../blocks/money.js';
import { Panel } from '../blocks/panel.js';
import { Timeline } from '../blocks/timeline.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { wordFor } from '../texts/words.js';
import { type ItemOf, readOf, usePageApi } from './page-api.js';
import { PayoutLink } from './payout-link.js';
import { Read } from './read.js';
import { eventWords } from './seller-words.js';
import { sellerTexts } from './seller.texts.js';
import classes from './seller.module.css';

/** What happened lately, newest first. */
export function Events() {
  const t = useTexts(sellerTexts);
  const events = useQuery(readOf(usePageApi(), 'listSellerPageEvents'));
  return (
    <Panel title={t.events}>
      <Read of={events}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t.eventsNone}</p>
          ) : (
            <Timeline
              moments={items.map((event, index) => ({
                key: `${event.at} ${index}`,
                at: event.at,
                title: <EventTitle event={event} />,
              }))}
            />
          )
        }
      </Read>
    </Panel>
  );
}

function EventTitle({
  event: { kind, amount, orderId, payoutId },
}: Readonly<{ event: ItemOf<'listSellerPageEvents'> }>) {
  const t = useTexts(sellerTexts);
  const { language } = useLanguage();
  return (
    <>
      {wordFor(eventWords, kind, language)}
      {amount === null ? null : (
        <>
          {' '}
          <Money won={amount} />
        </>
      )}
      {orderId === null ? null : (
        <>
          {' '}
          <bdi className={classes.id}>{orderId}</bdi>
        </>
      )}
      {payoutId === null ? null : (
        <>
          {' '}
          <PayoutLink payoutId={payoutId}>{t.explain}</PayoutLink>
        </>
      )}
    </>
  );
}
