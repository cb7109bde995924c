import { Go } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Bilingual } from '../../blocks/state.js';
import { sumOf, wonOf } from '../../texts/amounts.js';
import { useTexts } from '../../texts/texts.js';
import { movementsOf } from './month-bounds.js';
import type { Report } from './month-report.js';
import { monthTexts } from './months.texts.js';

type Line = Report['lines'][number];

/** The lines of the report. The page adds each of them up itself. */
export function MonthLines({ report: { month, lines } }: Readonly<{ report: Report }>) {
  const t = useTexts(monthTexts);
  const opened = (line: Line, won: Line['opening']) => (
    <Go at={won === null ? null : movementsOf(month, line.account)}>
      <Money won={won} />
    </Go>
  );
  return (
    <Panel>
      <Grid
        caption={t.report}
        items={lines}
        keyOf={({ line }) => line}
        columns={[
          { title: t.line, cell: (line) => <Bilingual text={line} /> },
          { title: t.opening, align: 'end', cell: (line) => opened(line, line.opening) },
          { title: t.amount, align: 'end', cell: (line) => opened(line, line.amount) },
          { title: t.corrections, align: 'end', cell: (line) => opened(line, line.corrections) },
          {
            title: t.closing,
            align: 'end',
            cell: (line) => (
              <>
                {opened(line, line.closing)} <Adds line={line} />
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** Whether opening, amount and corrections are the closing balance; nothing for a line without balances. */
function Adds({ line: { opening, amount, corrections, closing } }: Readonly<{ line: Line }>) {
  const t = useTexts(monthTexts);
  if (opening === null || closing === null) return null;
  const adds = sumOf([opening, amount, corrections]) === wonOf(closing);
  return (
    <span data-adds-up={adds} title={adds ? t.adds : t.addsNot}>
      {adds ? '=' : `≠ ${t.addsNot}`}
    </span>
  );
}
