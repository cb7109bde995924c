import { Alert } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Parts } from '../../blocks/parts.js';
import { Bilingual, InWords, State } from '../../blocks/state.js';
import { Timeline } from '../../blocks/timeline.js';
import { places } from '../../layout/places.js';
import { sendingWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { FindingList } from './finding-list.js';
import { SendingActions } from './sending-actions.js';
import { sendingTexts } from './sending.texts.js';
import { controlActionWords, coverWords } from './sending.words.js';

const READ_EVERY_MS = 10_000;
export type Control = OutputOf<'getDispatchControl'>;
type Shown = Readonly<{ control: Control }>;

/** Whether payouts leave, what waits, and the decisions about it. */
export function Sending() {
  const control = useRead('getDispatchControl', { everyMs: READ_EVERY_MS });
  return <Loaded of={control}>{(data) => <Whole control={data} />}</Loaded>;
}

function Whole({ control }: Shown) {
  const t = useTexts(sendingTexts);
  return (
    <Page
      title={t.title}
      lead={<State words={sendingWords} is={control.state} />}
      aside={<SendingActions control={control} />}
    >
      <Parts
        label={t.title}
        parts={[
          { key: 'now', title: t.now, of: () => <Now control={control} /> },
          { key: 'findings', title: `${t.findings} (${control.openFindings})`, of: () => <FindingList /> },
          { key: 'decisions', title: t.decisions, of: () => <Decisions control={control} /> },
        ]}
      />
    </Page>
  );
}

function Now({ control: { text, state, waiting, openFindings, comparedAt, cover } }: Shown) {
  const t = useTexts(sendingTexts);
  return (
    <>
      {state === 'open' ? null : (
        <Alert color="red" mb="md">
          <Bilingual text={text} />
        </Alert>
      )}
      <Panel>
        <Facts
          facts={[
            [
              t.waiting,
              <Go key="waiting" at={places.payouts({ state: 'reserved' })}>
                <Money won={waiting} />
              </Go>,
            ],
            [
              t.openFindings,
              <Go key="findings" at={places.findings()}>
                {openFindings}
              </Go>,
            ],
            [t.compared, <Kst key="at" at={comparedAt} />],
            cover !== null && [
              t.cover,
              <div key="cover">
                {t.free} <Money won={cover.free} /> (<InWords words={coverWords} is={cover.source} />,{' '}
                <Kst at={cover.at} />)
              </div>,
              'wide',
            ],
            cover !== null && [
              t.short,
              <div key="short">
                <Money won={cover.shortBy} /> {BigInt(cover.shortBy) === 0n ? t.covered : null}
              </div>,
            ],
            cover !== null && cover.fundsOn !== null && [t.fundsOn, cover.fundsOn],
          ]}
        />
      </Panel>
    </>
  );
}

function Decisions({ control: { decisions } }: Shown) {
  const t = useTexts(sendingTexts);
  if (decisions.length === 0) return <Panel>{t.decisionsNone}</Panel>;
  return (
    <Panel>
      <Timeline
        moments={decisions.map(({ action, reason, by, role, at }) => ({
          key: `${at} ${action}`,
          at,
          title: (
            <>
              <State words={controlActionWords} is={action} /> {by} ({role})
            </>
          ),
          text: <bdi>{reason}</bdi>,
        }))}
      />
    </Panel>
  );
}
