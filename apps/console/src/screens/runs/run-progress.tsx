import { useQueryClient } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { useProgress } from '../../api/progress.js';
import { Sum } from '../../blocks/sum.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import type { Word } from '../../texts/words.js';
import type { RunDetail } from './run.js';
import { runTexts } from './runs.texts.js';

/** States in which the payouts of a run may still change. */
const moving: readonly RunDetail['state'][] = ['draft', 'approved', 'dispatching', 'stopped'];

const liveWords = { live: ['live', '실시간', 'good'] } as const satisfies Record<'live', Word>;

/** The payouts of a run by state, as they change. */
export function RunProgress({ run }: Readonly<{ run: RunDetail }>) {
  const t = useTexts(runTexts);
  const queries = useQueryClient();
  const isMoving = moving.includes(run.state);
  const live = useProgress('watchRun', { params: { runId: run.id } }, isMoving);
  // The state of the run decides which actions it allows: when it changes, the run is read again.
  const state = live?.state;
  useEffect(() => {
    if (state !== undefined && state !== run.state) void queries.invalidateQueries({ queryKey: ['getRun'] });
  }, [state, run.state, queries]);
  const payouts = live?.payouts ?? run.payouts;
  if (payouts.length === 0) return <Text>{t.progressNone}</Text>;
  return (
    <>
      {isMoving && live !== undefined ? (
        <div aria-live="polite">
          <State words={liveWords} is="live" />
        </div>
      ) : null}
      <Sum
        caption={t.progress}
        totalLabel={t.total}
        total={live?.total ?? run.total}
        parts={payouts.map(({ state: of, count, amount }) => ({
          key: of,
          label: (
            <>
              <State words={payoutStateWords} is={of} /> × {count}
            </>
          ),
          won: amount,
          opens: places.payouts({ runId: run.id, state: of }),
        }))}
      />
    </>
  );
}
