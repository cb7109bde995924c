import { Table, Text } from '@mantine/core';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { personReasonWords } from '../../texts/run-words.js';
import { useTexts } from '../../texts/texts.js';
import type { Preview } from './run-preview.js';
import { runTexts } from './runs.texts.js';

/** The payouts that an approver should look at, with the largest first. */
export function RunOutliers({ preview: { outliers, run } }: Readonly<{ preview: Preview }>) {
  const t = useTexts(runTexts);
  if (outliers.sellers.length === 0)
    return (
      <Panel title={t.outliers}>
        <Text>{t.outliersNone}</Text>
      </Panel>
    );
  return (
    <Panel title={t.outliers}>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.seller}</Table.Th>
              <Table.Th ta="end">{t.average}</Table.Th>
              <Table.Th ta="end">{t.amount}</Table.Th>
              <Table.Th>{t.why}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outliers.sellers.map(({ sellerId, amount, average, reasons }) => (
              <Table.Tr key={sellerId}>
                <Table.Td>
                  <Id id={sellerId} at={places.seller(sellerId)} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money won={average} />
                </Table.Td>
                <Table.Td ta="end">
                  <Go at={places.payouts({ runId: run.id, sellerId })}>
                    <Money won={amount} />
                  </Go>
                </Table.Td>
                <Table.Td>
                  {reasons.map((reason) => (
                    <div key={reason}>
                      <InWords words={personReasonWords} is={reason} />
                    </div>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
