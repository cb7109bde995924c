import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { AddressActions } from './address-actions.js';
import { AddressState } from './address-state.js';
import { DeliveryList } from './delivery-list.js';
import { webhookTexts } from './webhooks.texts.js';
import { pauseCauseWords } from './webhooks.words.js';

export type Address = OutputOf<'getEndpoint'>;

/** One address that gets our events, and its deliveries. */
export function WebhookAddress() {
  const t = useTexts(webhookTexts);
  const endpointId = useParam('endpointId');
  return (
    <Loaded of={useRead('getEndpoint', { input: { params: { endpointId } } })}>
      {(address) => (
        <Page
          title={address.url}
          lead={<AddressState address={address} />}
          aside={<AddressActions address={address} />}
        >
          <Panel>
            <Facts
              facts={[
                [t.id, <Id key="id" id={address.id} />],
                [t.created, <Kst key="created" at={address.createdAt} />],
                address.pausedAt !== null && [t.paused, <Kst key="paused" at={address.pausedAt} />],
                address.pausedBecause !== null && [
                  t.because,
                  <InWords key="because" words={pauseCauseWords} is={address.pausedBecause} />,
                ],
                address.failingSince !== null && [t.failing, <Kst key="failing" at={address.failingSince} />],
                address.earlierSecretUntil !== null && [
                  t.earlier,
                  <Kst key="earlier" at={address.earlierSecretUntil} />,
                ],
                [t.types, address.eventTypes.join(', '), 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.deliveries}>
            <DeliveryList endpointId={endpointId} />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
