import { Alert, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { wonIn, wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { cashTexts } from './cash.texts.js';
import { CashDays } from './cash-days.js';
import { CashParts } from './cash-parts.js';

export type Forecast = OutputOf<'forecastCash'>;
const Chart = lazy(async () => ({ default: (await import('./recharts-cash.js')).CashChart }));
const spans = { 7: ['7', '7'], 14: ['14', '14'], 30: ['30', '30'], 60: ['60', '60'], 90: ['90', '90'] } as const;

/** Whether the balance at the provider covers what sellers are due. */
export function Cash() {
  const t = useTexts(cashTexts);
  const [{ days }] = useAddress();
  const forecast = useRead('forecastCash', { input: { query: days === undefined ? {} : { days } } });
  return (
    <Page title={t.cash} lead={<Text c="dimmed">{t.lead}</Text>}>
      <CashParts here="forecast" />
      <Filters label={t.cash} filters={[{ key: 'days', label: t.days, kind: 'choice', words: spans }]} />
      <Loaded of={forecast} lines={10}>
        {(data) => (
          <>
            <Verdict forecast={data} />
            <Panel title={t.chart}>
              <Suspense fallback={<Skeleton height={280} />}>
                <Chart days={data.days} />
              </Suspense>
            </Panel>
            <Panel title={t.table}>
              <CashDays days={data.days} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Verdict({ forecast }: Readonly<{ forecast: Forecast }>) {
  const t = useTexts(cashTexts);
  const { language } = useLanguage();
  const { shortOn } = forecast;
  return (
    <Panel>
      {shortOn === null ? (
        <Alert color="green" variant="outline">
          {t.enough}
        </Alert>
      ) : (
        <Alert color="red">{t.short(wonIn(language, wonOf(forecast.shortOnBy)), shortOn)}</Alert>
      )}
      <Facts
        facts={[
          [t.source, t[forecast.source]],
          [
            t.promised,
            <Go key="promised" at={places.payouts()}>
              <Money won={forecast.promised} />
            </Go>,
          ],
          [t.shortfall, <Money key="short" won={forecast.shortfall} />],
          [t.dueLater, <Money key="later" won={forecast.dueLater} />],
        ]}
      />
    </Panel>
  );
}
