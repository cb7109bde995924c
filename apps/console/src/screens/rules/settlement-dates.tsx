import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { InWords } from '../../blocks/state.js';
import { useAddress } from '../../layout/address.js';
import { startEventWords } from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { percentText } from './charge-text.js';
import { ruleTexts } from './rules.texts.js';

/** When statements close next, and when a line would be paid that counts from a day. */
export function SettlementDates({ sellerId }: Readonly<{ sellerId: string }>) {
  const t = useTexts(ruleTexts);
  const [{ startedOn }] = useAddress();
  const query = { count: '6', ...(startedOn !== undefined && { startedOn }) };
  return (
    <Panel title={t.dates}>
      <Filters label={t.dates} filters={[{ key: 'startedOn', label: t.startedOn, kind: 'date' }]} />
      <Loaded of={useRead('previewSettlementDates', { input: { params: { sellerId }, query } })}>
        {(dates) => (
          <>
            <Facts
              facts={[
                [t.nextDates, dates.dates.join(', '), 'wide'],
                [t.startEvent, <InWords key="event" words={startEventWords} is={dates.startEvent} />],
                [t.startedOn, dates.startedOn],
              ]}
            />
            <Plain
              caption={t.tranches}
              heads={[{ text: t.share, align: 'end' }, { text: t.payableOn }, { text: t.onStatement }]}
              rows={dates.tranches.map(({ tranche, share, maturesOn, statementOn }) => ({
                key: String(tranche),
                cells: [percentText(share), maturesOn, statementOn ?? t.noDates],
              }))}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
