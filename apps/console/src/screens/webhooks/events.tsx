import { api } from '../../api/client.js';
import { useRead } from '../../api/reads.js';
import { blockTexts } from '../../blocks/blocks.texts.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { Go, Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Parts } from '../../blocks/parts.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfEvent } from './subjects.js';
import { webhookTexts } from './webhooks.texts.js';

/** Facts that our services published, and the schema of each type. */
export function Events() {
  const t = useTexts(webhookTexts);
  return (
    <Page title={t.events}>
      <Parts
        label={t.events}
        parts={[
          { key: 'events', title: t.events, of: () => <EventList /> },
          { key: 'schemas', title: t.schemas, of: () => <Schemas /> },
        ]}
      />
    </Page>
  );
}

function EventList() {
  const t = useTexts(webhookTexts);
  return (
    <ResourceList
      name="listEvents"
      label={t.events}
      empty={t.eventsEmpty}
      idOf={(event) => event.id}
      columns={[
        { key: 'at', title: t.at, width: '15rem', cell: (event) => <Kst at={event.createdAt} seconds /> },
        { key: 'type', title: t.type, cell: (event) => <Go at={places.event(event.id)}>{event.eventType}</Go> },
        {
          key: 'subject',
          title: t.subject,
          width: 'minmax(16rem, 2fr)',
          cell: (event) => <Id id={event.subject} at={placeOfEvent(event.eventType, event.subject)} />,
        },
        { key: 'sequence', title: t.sequence, align: 'end', cell: (event) => event.sequence },
        { key: 'id', title: t.id, isExtra: true, cell: (event) => <Id id={event.id} at={places.event(event.id)} /> },
      ]}
      filters={[
        { key: 'eventType', label: t.type, kind: 'text' },
        { key: 'subject', label: t.subject, kind: 'text' },
        { key: 'from', label: t.from, kind: 'date' },
        { key: 'to', label: t.to, kind: 'date' },
      ]}
    />
  );
}

function Schemas() {
  const t = useTexts(webhookTexts);
  const b = useTexts(blockTexts);
  return (
    <Panel>
      <Loaded of={useRead('listEventSchemas')}>
        {({ items }) => (
          <Grid
            caption={t.schemas}
            items={items}
            keyOf={({ eventType }) => eventType}
            columns={[
              { title: t.type, cell: ({ eventType }) => <Go at={places.events({ eventType })}>{eventType}</Go> },
              { title: t.about, cell: ({ about }) => about },
              { title: t.subscribable, cell: ({ subscribable }) => (subscribable ? b.yes : b.no) },
              {
                title: t.schema,
                cell: ({ eventType }) => (
                  <DownloadButton
                    operation="getEventSchema"
                    label={t.schema}
                    fileName={`${eventType}.json`}
                    file={() => api.getEventSchema({ params: { type: eventType } })}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
