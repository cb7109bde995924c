import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/session.js';
import { useTexts } from '../../texts/texts.js';
import { inKorea } from '../../texts/times.js';
import { Panel } from '../../blocks/panel.js';
import { backlogOf } from './job-needs.js';
import { todayTexts } from './today.texts.js';
import classes from './today.module.css';

/**
 * The times of a business day at which the platform acts by itself (Asia/Seoul). A step with a schedule has the time of its next
 * run instead, since settings move it; the provider fixes those of EXPRESS.
 */
const steps = [
  { key: 'nightRun', at: '03:00', schedule: 'settlement.reconcile' },
  { key: 'draft', at: '04:00', schedule: 'payout-run.draft' },
  { key: 'express', at: '08:00' },
  { key: 'expressEnd', at: '15:00' },
] as const;

function useSteps() {
  const may = useMay();
  const { data } = useQuery(backlogOf('payout-scheduler', may('listProviderWebhooks')));
  return steps
    .map((step) => {
      const found = 'schedule' in step ? data?.schedules.find(({ name }) => name === step.schedule) : undefined;
      return { key: step.key, at: found === undefined ? step.at : inKorea(new Date(found.nextRunAt)).slice(11) };
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** The day as a line: what is over, and what comes next. */
export function DayLine({ now }: Readonly<{ now: Date }>) {
  const t = useTexts(todayTexts);
  const clock = inKorea(now).slice(11);
  const day = useSteps();
  const next = day.find(({ at }) => at > clock)?.key;
  return (
    <Panel title={t.day} aside={<span className={classes.hour}>{inKorea(now)} KST</span>}>
      <ol className={classes.day}>
        {day.map(({ key, at }) => (
          <li key={key} className={`${classes.step} ${at <= clock ? classes.done : key === next ? classes.next : ''}`}>
            <span className={classes.hour}>{at}</span>{' '}
            <span className={classes.mark}>{at <= clock ? t.done : key === next ? t.due : ''}</span>
            <div>{t[key]}</div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
