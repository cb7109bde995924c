import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfWebhook } from './subjects.js';
import { webhookTexts } from './webhooks.texts.js';
import { leftAloneWords, providerWebhookWords, signatureWords } from './webhooks.words.js';

/** What the provider sent us, as it was received. */
export function ProviderWebhookList() {
  const t = useTexts(webhookTexts);
  return (
    <Page title={t.in}>
      <ResourceList
        name="listProviderWebhooks"
        label={t.in}
        empty={t.inEmpty}
        idOf={(webhook) => webhook.id}
        columns={[
          {
            key: 'received',
            title: t.received,
            width: '16rem',
            cell: (w) => (
              <Go at={places.providerWebhook(w.id)}>
                <Kst at={w.receivedAt} seconds />
              </Go>
            ),
          },
          {
            key: 'type',
            title: t.type,
            width: 'minmax(14rem, 1fr)',
            cell: (w) => <bdi>{w.eventType ?? t.unnamed}</bdi>,
          },
          { key: 'state', title: t.state, cell: (w) => <State words={providerWebhookWords} is={w.state} /> },
          {
            key: 'subject',
            title: t.subject,
            width: 'minmax(16rem, 2fr)',
            cell: (w) => <Id id={w.subject} at={placeOfWebhook(w.subject)} />,
          },
          {
            key: 'leftAlone',
            title: t.leftAlone,
            cell: (w) => (w.leftAlone === null ? '–' : <InWords words={leftAloneWords} is={w.leftAlone} />),
          },
          {
            key: 'signature',
            title: t.signature,
            isExtra: true,
            cell: (w) => <State words={signatureWords} is={w.signature} />,
          },
          { key: 'retried', title: t.retried, align: 'end', isExtra: true, cell: (w) => w.retriedCount ?? '–' },
          { key: 'id', title: t.id, isExtra: true, cell: (w) => <Id id={w.id} at={places.providerWebhook(w.id)} /> },
        ]}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: providerWebhookWords },
          { key: 'eventType', label: t.type, kind: 'text' },
          { key: 'subject', label: t.subject, kind: 'text' },
          { key: 'paymentKey', label: t.payment, kind: 'text' },
          { key: 'payoutId', label: t.payout, kind: 'text' },
          { key: 'from', label: t.from, kind: 'time' },
          { key: 'to', label: t.to, kind: 'time' },
        ]}
      />
    </Page>
  );
}
