import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { Go } from '../../blocks/go.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { Reason } from '../../blocks/reason.js';
import { State } from '../../blocks/state.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import type { Word } from '../../texts/words.js';
import { cashTexts } from './cash.texts.js';

const stateWords = {
  due: ['Due', '기한 전', 'busy'],
  overdue: ['Overdue', '기한 지남', 'bad'],
  breached: ['Breached', '위반', 'bad'],
} as const satisfies Record<string, Word>;

/** Lines that are due, overdue or were late, by rule and cause. Each opens its lines. */
export function DeadlineTotals() {
  const [l, t] = [useTexts(labels), useTexts(cashTexts)];
  const [{ days }] = useAddress();
  const totals = useRead('sumPaymentDeadlines', { input: { query: days === undefined ? {} : { days } } });
  return (
    <Panel title={t.totals}>
      <Loaded of={totals} lines={2}>
        {({ trackedOn, totals: rows }) => (
          <>
            <Text size="sm" c="dimmed">
              {trackedOn === null ? t.neverTracked : t.trackedOn(trackedOn)}
            </Text>
            {rows.length === 0 ? <Text>{t.noTotals}</Text> : null}
            {rows.length === 0 ? null : (
              <Plain
                caption={t.totals}
                heads={[
                  { text: l.state },
                  { text: t.rule },
                  { text: t.cause },
                  { text: t.lines, align: 'end' },
                  { text: t.owed, align: 'end' },
                ]}
                rows={rows.map(({ state, ruleCode, cause, lines, owed }) => ({
                  key: `${state} ${ruleCode} ${cause ?? ''}`,
                  cells: [
                    <State key="state" words={stateWords} is={state} />,
                    ruleCode,
                    cause === null ? '–' : <Reason key="cause" code={cause} />,
                    lines,
                    <Go
                      key="owed"
                      at={places.deadlines({
                        days,
                        state: state === 'breached' ? 'breached' : 'open',
                        cause: cause ?? undefined,
                      })}
                    >
                      <Money won={owed} />
                    </Go>,
                  ],
                }))}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
