import { Text } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useMay } from '../../api/session.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Bilingual, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { sendingWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { listedProofWords } from '../../texts/proof-words.js';
import { todayTexts } from './today.texts.js';

/** Whether payouts are sent, and when the books were last proven. */
export function SendingPanel() {
  const may = useMay();
  return (
    <>
      {may('getDispatchControl') ? <Sending /> : null}
      {may('listNightProofs') ? <LastProof /> : null}
    </>
  );
}

function Sending() {
  const t = useTexts(todayTexts);
  const control = useRead('getDispatchControl', { everyMs: 30_000 });
  return (
    <Panel title={t.sending}>
      <Loaded of={control}>
        {({ state, text, waiting, comparedAt }) => (
          <>
            <Go at={places.sending()}>
              <State words={sendingWords} is={state} />
            </Go>
            <Text>
              <Bilingual text={text} />
            </Text>
            <Facts
              facts={[
                [t.waiting, <Money key="waiting" won={waiting} />],
                [t.compared, <Kst key="compared" at={comparedAt} />],
              ]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function LastProof() {
  const t = useTexts(todayTexts);
  const proofs = useRead('listNightProofs', { input: { query: { limit: '20' } }, everyMs: 60_000 });
  return (
    <Panel title={t.proof}>
      <Loaded of={proofs}>
        {({ items }) => {
          const last = lastNight(items);
          if (last === undefined) return <Text>{t.proofNone}</Text>;
          return (
            <>
              <Go at={places.day(last.businessDate)}>
                <State words={listedProofWords} is={last.state} />
              </Go>
              <Facts
                facts={[
                  [t.night, last.businessDate],
                  [t.takenAt, <Kst key="at" at={last.takenAt} />],
                  [t.equations, last.equations],
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** The list is in the order in which proofs were taken, also of nights long past. */
const lastNight = (proofs: readonly ItemOf<'listNightProofs'>[]): ItemOf<'listNightProofs'> | undefined =>
  [...proofs].sort((a, b) => b.businessDate.localeCompare(a.businessDate) || b.number - a.number)[0];
