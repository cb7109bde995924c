import { Alert, Text } from '@mantine/core';
import { Go } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Plain } from '../../blocks/plain-table.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { wonOf } from '../../texts/amounts.js';
import { useTexts } from '../../texts/texts.js';
import type { Forecast } from './cash.js';
import { cashTexts } from './cash.texts.js';

type Days = Forecast['days'];

/** Whether each closing is its day's sum, and the opening of the next day. */
export const addsUp = (days: Days): boolean =>
  days.every(
    ({ opening, inflow, due, closing }, index) =>
      wonOf(opening) + wonOf(inflow) - wonOf(due) === wonOf(closing) &&
      wonOf(days[index + 1]?.opening ?? closing) === wonOf(closing),
  );

/** The days of the forecast in numbers. A day opens its sum. */
export function CashDays({ days }: Readonly<{ days: Days }>) {
  const t = useTexts(cashTexts);
  const [{ day, ...kept }] = useAddress();
  const chosen = days.find(({ businessDate }) => businessDate === day);
  const adds = addsUp(days);
  return (
    <div data-adds-up={adds}>
      {adds ? <Text size="sm">{t.adds}</Text> : <Alert color="red">{t.addsNot}</Alert>}
      {chosen === undefined ? null : <DaySum day={chosen} />}
      <Plain
        caption={t.table}
        heads={[
          { text: t.date },
          { text: t.opening, align: 'end' },
          { text: t.inflow, align: 'end' },
          { text: t.unsettled, align: 'end' },
          { text: t.due, align: 'end' },
          { text: t.sellers, align: 'end' },
          { text: t.closing, align: 'end' },
        ]}
        rows={days.map(({ businessDate, opening, inflow, unsettled, due, sellers, closing }) => ({
          key: businessDate,
          cells: [
            businessDate,
            <Money key="opening" won={opening} />,
            <Go key="inflow" at={places.payments({ state: 'approved' })}>
              <Money won={inflow} />
            </Go>,
            <Money key="unsettled" won={unsettled} />,
            <Go key="due" at={places.positions()}>
              <Money won={due} />
            </Go>,
            sellers,
            <Go key="closing" at={{ to: '.', search: { ...kept, day: businessDate } }}>
              <Money won={closing} />
            </Go>,
          ],
        }))}
      />
    </div>
  );
}

function DaySum({ day }: Readonly<{ day: Days[number] }>) {
  const t = useTexts(cashTexts);
  return (
    <>
      <Text fw={600}>{t.dayOf(day.businessDate)}</Text>
      <Sum
        caption={t.dayOf(day.businessDate)}
        parts={[
          { key: 'opening', label: t.opening, won: day.opening },
          { key: 'inflow', label: t.inflow, won: day.inflow, opens: places.payments({ state: 'approved' }) },
          { key: 'due', label: t.due, won: (-wonOf(day.due)).toString(), opens: places.positions() },
        ]}
        totalLabel={t.closing}
        total={day.closing}
      />
      {day.otherAccounts.length === 0 ? null : (
        <Text size="sm">
          {t.otherAccounts}:{' '}
          {day.otherAccounts.map(({ account, inflow }) => (
            <span key={account}>
              {account} <Money won={inflow} />{' '}
            </span>
          ))}
        </Text>
      )}
    </>
  );
}
