import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { auditTexts } from './audit.texts.js';

type DecisionView = OutputOf<'getDecision'>;

/** One decision: who, when, why, and what it changed. */
export function Decision() {
  const t = useTexts(auditTexts);
  const decisionId = useParam('decisionId');
  return (
    <Loaded of={useRead('getDecision', { input: { params: { decisionId } } })}>
      {(decision) => (
        <Page title={t.titleOf(decision.number)} lead={decision.about}>
          <Panel>
            <Facts
              facts={[
                [t.actor, <bdi key="actor">{decision.actor}</bdi>],
                [t.at, <Kst key="at" at={decision.at} seconds />],
                [
                  t.kind,
                  <Go key="kind" at={places.decisions({ kind: decision.kind })}>
                    {decision.kind}
                  </Go>,
                ],
                [
                  t.subject,
                  <Go key="subject" at={places.decisions({ subject: decision.subject })} isId>
                    {decision.subject}
                  </Go>,
                ],
                [t.service, decision.service],
                [t.credential, <Id key="credential" id={decision.credential} />],
                [t.reason, <bdi key="reason">{decision.reason ?? '–'}</bdi>, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.facts}>
            <Changes decision={decision} />
          </Panel>
          <Panel title={t.chain}>
            <Facts
              facts={[
                [t.number, decision.number],
                [t.prevHash, <Id key="prev" id={decision.prevHash} />, 'wide'],
                [t.hash, <Id key="hash" id={decision.hash} />, 'wide'],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function Changes({ decision: { before, after } }: Readonly<{ decision: DecisionView }>) {
  const t = useTexts(auditTexts);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <Grid
      caption={t.facts}
      empty={t.nothing}
      items={names}
      keyOf={(name) => name}
      columns={[
        { title: t.kind, cell: (name) => name },
        { title: t.before, cell: (name) => <bdi>{shown(before?.[name])}</bdi> },
        { title: t.after, cell: (name) => <bdi>{shown(after?.[name])}</bdi> },
      ]}
    />
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
