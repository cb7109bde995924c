import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { wonIn } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import type { Forecast } from './cash.js';
import { cashTexts } from './cash.texts.js';
import classes from './cash.module.css';

const HEIGHT_PX = 280;
/** The chart draws with numbers; the table beside it has the exact won. */
const drawn = (won: Forecast['promised']) => Number(won);
const compact = new Intl.NumberFormat('ko-KR', { notation: 'compact' });
const compactEn = new Intl.NumberFormat('en', { notation: 'compact' });

/** The balance at the end of each day, against what comes in and what is due. */
export function CashChart({ days }: Readonly<{ days: Forecast['days'] }>) {
  const t = useTexts(cashTexts);
  const { language } = useLanguage();
  const shown = days.map(({ businessDate, inflow, due, closing }) => ({
    date: businessDate.slice(5),
    inflow: drawn(inflow),
    due: -drawn(due),
    closing: drawn(closing),
  }));
  const format = language === 'ko' ? compact : compactEn;
  return (
    <div role="img" aria-label={`${t.chart}. ${t.table}.`} className={classes.chart}>
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <ComposedChart data={shown} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="date" stroke="var(--mantine-color-dimmed)" />
          <YAxis stroke="var(--mantine-color-dimmed)" tickFormatter={(won: number) => format.format(won)} width={60} />
          <Tooltip
            formatter={(won) => wonIn(language, BigInt(Number(won)))}
            contentStyle={{ background: 'var(--panel)', border: '1px solid var(--line)' }}
          />
          <Legend />
          <ReferenceLine y={0} stroke="var(--mantine-color-text)" />
          <Bar dataKey="inflow" name={t.inflow} fill="var(--tone-good)" isAnimationActive={false} />
          <Bar dataKey="due" name={t.due} fill="var(--tone-waiting)" isAnimationActive={false} />
          <Line
            dataKey="closing"
            name={t.closing}
            stroke="var(--tone-busy)"
            strokeWidth={2}
            dot={false}
            type="stepAfter"
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
