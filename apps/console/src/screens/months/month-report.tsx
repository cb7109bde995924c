import { Group, Stack } from '@mantine/core';
import { api } from '../../api/client.js';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { Loaded } from '../../blocks/loaded.js';
import { useTexts } from '../../texts/texts.js';
import { MonthAccounts } from './month-accounts.js';
import { MonthLines } from './month-lines.js';
import { monthTexts } from './months.texts.js';

export type Report = OutputOf<'getMonthReport'>;
type Shown = Readonly<{ month: string; part: 'lines' | 'accounts' }>;

/** The platform's report of a month: its lines, and the movements of each kind of account behind them. */
export function MonthReport({ month, part }: Shown) {
  const t = useTexts(monthTexts);
  const report = useRead('getMonthReport', { input: { params: { month } } });
  const file = (format: 'csv' | 'xlsx', lang: 'ko' | 'en') => () =>
    api.getMonthReportDocument({ params: { month }, query: { format, lang } });
  const operation = 'getMonthReportDocument';
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <DownloadButton operation={operation} label={t.csvKo} fileName={`${month}.csv`} file={file('csv', 'ko')} />
        <DownloadButton operation={operation} label={t.csvEn} fileName={`${month}.csv`} file={file('csv', 'en')} />
        <DownloadButton operation={operation} label={t.xlsx} fileName={`${month}.xlsx`} file={file('xlsx', 'ko')} />
      </Group>
      <Loaded of={report}>
        {(data) => (part === 'lines' ? <MonthLines report={data} /> : <MonthAccounts report={data} />)}
      </Loaded>
    </Stack>
  );
}
