import { Button, Group, Text } from '@mantine/core';
import { usePlatformNow } from '../../api/clock.js';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { State } from '../../blocks/state.js';
import { useAddress } from '../../layout/address.js';
import { useLanguage } from '../../texts/language.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea } from '../../texts/times.js';
import type { Word } from '../../texts/words.js';
import { ruleTexts } from './rules.texts.js';

const kindWords = {
  add: ['closed on that day', '그날 쉼'],
  remove: ['open on that day', '그날 일함'],
} as const satisfies Record<NonNullable<OutputOf<'overrideHoliday'>['kind']>, Word>;

const dayWords = {
  true: ['Business day', '영업일', 'good'],
  false: ['Banks are closed', '은행 휴무', 'quiet'],
} as const satisfies Record<'true' | 'false', Word>;

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** `2026-05` moved by months. */
function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

const lastDayOf = (month: string): string =>
  new Date(Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The days of a month on which banks work, and who corrected which. */
export function Calendar() {
  const t = useTexts(ruleTexts);
  const [search, change] = useAddress();
  const thisMonth = dayInKorea(usePlatformNow()).slice(0, 7);
  const month = MONTH.test(search['month'] ?? '') ? (search['month'] ?? thisMonth) : thisMonth;
  const query = { from: `${month}-01`, to: lastDayOf(month) };
  return (
    <Page title={t.calendar} lead={<Text c="dimmed">{t.calendarLead}</Text>} aside={<Override />}>
      <Group gap="xs">
        <Button variant="default" onClick={() => change({ month: monthAfter(month, -1) })}>
          {t.before}
        </Button>
        <Text fw={600}>{month}</Text>
        <Button variant="default" onClick={() => change({ month: monthAfter(month, 1) })}>
          {t.next}
        </Button>
      </Group>
      <Panel>
        <Loaded of={useRead('getCalendar', { input: { query } })} lines={12}>
          {({ days }) => <Days month={month} days={days} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

type Shown = Readonly<{ month: string; days: OutputOf<'getCalendar'>['days'] }>;

function Days({ month, days }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const { language } = useLanguage();
  const weekday = new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', { weekday: 'short', timeZone: 'UTC' });
  return (
    <Plain
      caption={month}
      heads={[{ text: l.date }, { text: l.state }, { text: t.holiday }, { text: t.corrected }]}
      rows={days.map(({ date, isBusinessDay, holidayName, override }) => ({
        key: date,
        cells: [
          `${date} ${weekday.format(new Date(`${date}T00:00:00Z`))}`,
          <State key="state" words={dayWords} is={String(isBusinessDay)} />,
          <bdi key="name">{holidayName ?? (isBusinessDay ? '–' : t.weekend)}</bdi>,
          override === null ? (
            '–'
          ) : (
            <span key="override">
              <bdi>{override.name}</bdi> · {override.createdBy} · <Kst at={override.createdAt} />
            </span>
          ),
        ],
      }))}
    />
  );
}

function Override() {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  return (
    <ActionButton
      operation="overrideHoliday"
      subject="day"
      label={t.override}
      text={<p>{t.overrideText}</p>}
      fields={[
        { name: 'date', kind: 'date', label: l.date },
        { name: 'kind', kind: 'choice', label: t.overrideKind, words: kindWords },
        { name: 'name', kind: 'text', label: t.holidayName },
      ]}
      input={({ date = '', kind, name = '' }) => ({
        body: { date, kind: kind as keyof typeof kindWords, name: name.trim() },
      })}
    />
  );
}
