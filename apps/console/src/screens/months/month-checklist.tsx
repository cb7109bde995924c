import type { MonthCheck } from '@jeongsan/platform-contract';
import { Go } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { type Place, places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import type { MonthDetail } from './month.js';
import { monthTexts } from './months.texts.js';
import { checkWords, passedWords } from './months.words.js';

type Checked = MonthDetail['checklist'][number];

const resultOf = ({ passed, mayBeOverridden }: Checked): keyof typeof passedWords =>
  passed ? 'passed' : mayBeOverridden ? 'overridable' : 'missing';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f-]{36}$/;

/** Where a person mends what a check misses: a date, the class and subject of a break, or the id of an invoice. */
const mended = {
  MONTH_OVER: () => null,
  EARLIER_MONTHS_CLOSED: () => places.months(),
  NIGHTS_PROVEN: (_, missing) => places.day(missing),
  BREAKS_SETTLED: (_, missing) => places.breaks({ class: missing.split(' ')[0] }),
  STATEMENTS_CLOSED: (_, missing) => places.runs(DATE.test(missing) ? { from: missing, to: missing } : {}),
  TAX_INVOICES_ISSUED: (month, missing) =>
    UUID.test(missing) ? places.taxInvoice(missing) : places.taxInvoices({ month }),
} as const satisfies Record<MonthCheck, (month: string, missing: string) => Place | null>;

/** What is missing before the month can be closed, with the way to it. */
export function MonthChecklist({ month: { month, checklist } }: Readonly<{ month: MonthDetail }>) {
  const t = useTexts(monthTexts);
  return (
    <Panel>
      <Grid
        caption={t.checklist}
        items={checklist}
        keyOf={({ check }) => check}
        columns={[
          { title: t.check, cell: ({ check }) => <InWords words={checkWords} is={check} /> },
          { title: t.result, cell: (one) => <State words={passedWords} is={resultOf(one)} /> },
          { title: t.left, cell: (one) => <Missing month={month} of={one} /> },
        ]}
      />
    </Panel>
  );
}

function Missing({ month, of: { check, missing, count } }: Readonly<{ month: string; of: Checked }>) {
  const t = useTexts(monthTexts);
  return (
    <>
      {missing.map((one, index) => (
        <span key={one}>
          {index === 0 ? '' : ', '}
          <Go at={mended[check](month, one)}>{one}</Go>
        </span>
      ))}{' '}
      {count > missing.length ? t.more(count - missing.length) : null}
    </>
  );
}
