import { Alert } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import type { OutputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { type Search, useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { auditTexts } from './audit.texts.js';
import { faultWords } from './audit.words.js';

const filterKeys = ['kind', 'actor', 'subject', 'service', 'from', 'to', 'reason'] as const;
const chosenIn = (search: Search) =>
  Object.fromEntries(filterKeys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])));

/** Who decided what, when, why, and what it changed. */
export function DecisionList() {
  const t = useTexts(auditTexts);
  const [search] = useAddress();
  const [verdict, setVerdict] = useState<OutputOf<'verifyTrail'>>();
  const file = (format: 'csv' | 'ndjson') => () => api.exportDecisions({ query: { ...chosenIn(search), format } });
  return (
    <Page
      title={t.title}
      aside={
        <>
          <ActionButton
            operation="verifyTrail"
            subject="trail"
            label={t.verify}
            text={<p>{t.verifyText}</p>}
            input={() => ({})}
            onDone={setVerdict}
          />
          <DownloadButton operation="exportDecisions" label={t.csv} fileName="decisions.csv" file={file('csv')} />
          <DownloadButton
            operation="exportDecisions"
            label={t.ndjson}
            fileName="decisions.ndjson"
            file={file('ndjson')}
          />
        </>
      }
    >
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
      <Trail />
    </Page>
  );
}

function Verdict({ verdict }: Readonly<{ verdict: OutputOf<'verifyTrail'> }>) {
  const t = useTexts(auditTexts);
  const { sound, verified, head, firstBad } = verdict;
  return (
    <Alert color={sound ? 'green' : 'red'} title={sound ? t.sound(verified) : t.unsound(verified)} role="status">
      {t.head}: {head.number} · {head.hash}
      {firstBad === null ? null : (
        <div>
          {t.fault}: {firstBad.number} · <InWords words={faultWords} is={firstBad.fault} />
        </div>
      )}
    </Alert>
  );
}

function Trail() {
  const t = useTexts(auditTexts);
  return (
    <ResourceList
      name="listDecisions"
      label={t.title}
      empty={t.empty}
      idOf={(decision) => decision.id}
      columns={[
        { key: 'number', title: t.number, width: '5rem', cell: (d) => <Go at={places.decision(d.id)}>{d.number}</Go> },
        { key: 'at', title: t.at, width: '15rem', cell: (d) => <Kst at={d.at} seconds /> },
        { key: 'actor', title: t.actor, cell: (d) => <bdi>{d.actor}</bdi> },
        { key: 'kind', title: t.kind, cell: (d) => <Go at={places.decision(d.id)}>{d.kind}</Go> },
        { key: 'about', title: t.about, width: 'minmax(16rem, 2fr)', cell: (d) => d.about },
        { key: 'reason', title: t.reason, width: 'minmax(14rem, 2fr)', cell: (d) => <bdi>{d.reason ?? '–'}</bdi> },
        { key: 'subject', title: t.subject, cell: (d) => <bdi>{d.subject}</bdi> },
        { key: 'service', title: t.service, isExtra: true, cell: (d) => d.service },
        { key: 'credential', title: t.credential, isExtra: true, cell: (d) => <bdi>{d.credential}</bdi> },
      ]}
      filters={[
        { key: 'actor', label: t.actor, kind: 'text' },
        { key: 'kind', label: t.kind, kind: 'text' },
        { key: 'subject', label: t.subject, kind: 'text' },
        { key: 'reason', label: t.reason, kind: 'text' },
        { key: 'service', label: t.service, kind: 'text' },
        { key: 'from', label: t.from, kind: 'time' },
        { key: 'to', label: t.to, kind: 'time' },
      ]}
    />
  );
}
