import { Table, Text } from '@mantine/core';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import type { Preview } from './run-preview.js';
import { runTexts } from './runs.texts.js';

type Delta = NonNullable<Preview['delta']>;

/** How the run differs from the one before. */
export function RunDelta({ preview: { delta } }: Readonly<{ preview: Preview }>) {
  const t = useTexts(runTexts);
  if (delta === null)
    return (
      <Panel title={t.delta}>
        <Text>{t.deltaNone}</Text>
      </Panel>
    );
  return (
    <Panel title={t.delta} aside={<Go at={places.run(delta.runId)}>{delta.businessDate}</Go>}>
      <Facts
        facts={[
          [t.deltaTotal, <Money key="total" won={delta.total} />],
          [t.deltaCount, delta.payoutCount],
        ]}
      />
      <Changes title={t.increases} changes={delta.increases} />
      <Changes title={t.decreases} changes={delta.decreases} />
    </Panel>
  );
}

function Changes({ title, changes }: Readonly<{ title: string; changes: Delta['increases'] }>) {
  const t = useTexts(runTexts);
  if (changes.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table captionSide="top">
        <Table.Caption ta="start">{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.seller}</Table.Th>
            <Table.Th ta="end">{t.before}</Table.Th>
            <Table.Th ta="end">{t.amount}</Table.Th>
            <Table.Th ta="end">{t.change}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ sellerId, previous, amount, change }) => (
            <Table.Tr key={sellerId}>
              <Table.Td>
                <Id id={sellerId} at={places.seller(sellerId)} />
              </Table.Td>
              <Table.Td ta="end">
                <Money won={previous} />
              </Table.Td>
              <Table.Td ta="end">
                <Money won={amount} />
              </Table.Td>
              <Table.Td ta="end">
                <Money won={change} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
