import { useState } from 'react';
import type { ItemOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { chosen } from '../../blocks/action-button/action.js';
import { Go } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Parts } from '../../blocks/parts.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { AddressState } from './address-state.js';
import { DeliveryList } from './delivery-list.js';
import { Secret } from './secret.js';
import { webhookTexts } from './webhooks.texts.js';

type EventType = ItemOf<'listEndpoints'>['eventTypes'][number];

/** The addresses that get our events, and what became of each event. */
export function WebhooksOut() {
  const t = useTexts(webhookTexts);
  return (
    <Page title={t.out} aside={<Register />}>
      <Parts
        label={t.out}
        parts={[
          { key: 'addresses', title: t.addresses, of: () => <Addresses /> },
          { key: 'deliveries', title: t.deliveries, of: () => <DeliveryList /> },
        ]}
      />
    </Page>
  );
}

function Register() {
  const t = useTexts(webhookTexts);
  const [secret, setSecret] = useState<string>();
  const { data: schemas } = useRead('listEventSchemas');
  const types = schemas?.items.filter(({ subscribable }) => subscribable) ?? [];
  return (
    <>
      <ActionButton
        operation="registerEndpoint"
        subject="new"
        label={t.register}
        tone="primary"
        text={<p>{t.registerText}</p>}
        fields={[
          { name: 'url', kind: 'text', label: t.url, hint: t.urlHint },
          {
            name: 'eventTypes',
            kind: 'many',
            label: t.types,
            words: Object.fromEntries(types.map(({ eventType, about }) => [eventType, [about, about]])),
          },
        ]}
        input={({ url = '', eventTypes }) => ({
          body: { url: url.trim(), eventTypes: chosen(eventTypes) as EventType[] },
        })}
        onDone={(answer) => setSecret(answer.secret)}
      />
      <Secret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function Addresses() {
  const t = useTexts(webhookTexts);
  return (
    <Panel>
      <Loaded of={useRead('listEndpoints')}>
        {({ items }) => (
          <Grid
            caption={t.addresses}
            empty={t.addressesEmpty}
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { title: t.url, cell: ({ id, url }) => <Go at={places.webhookEndpoint(id)}>{url}</Go> },
              { title: t.state, cell: (address) => <AddressState address={address} /> },
              { title: t.types, cell: ({ eventTypes }) => eventTypes.join(', ') },
              { title: t.failing, cell: ({ failingSince }) => <Kst at={failingSince} /> },
              { title: t.created, cell: ({ createdAt }) => <Kst at={createdAt} /> },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
