import { SimpleGrid, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Reason } from '../../blocks/reason.js';
import { Go } from '../../blocks/go.js';
import { Sum } from '../../blocks/sum.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { RunDelta } from './run-delta.js';
import { RunOutliers } from './run-outliers.js';
import { runTexts } from './runs.texts.js';

export type Preview = OutputOf<'previewRun'>;

/** What an approver looks at: sums, changes, what stands out, and what is left out. */
export function RunPreview({ runId }: Readonly<{ runId: string }>) {
  const preview = useRead('previewRun', { input: { params: { runId } } });
  return (
    <Loaded of={preview}>
      {(data) => (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Totals preview={data} />
          <RunDelta preview={data} />
          <RunOutliers preview={data} />
          <LeftOut preview={data} />
        </SimpleGrid>
      )}
    </Loaded>
  );
}

/** Opening + gross + released - netted - withheld - held - carried = payouts: the parts carry their sign. */
function Totals({ preview: { totals, run } }: Readonly<{ preview: Preview }>) {
  const t = useTexts(runTexts);
  const { opening, gross, reserveReleased, debtNetted, withheld, reserveHeld, carried } = totals;
  const minus = (won: number | string) => `${-BigInt(won)}`;
  return (
    <Panel title={t.sum} aside={<Text size="sm">{t.sumLead}</Text>}>
      <Sum
        caption={t.sum}
        totalLabel={t.paid}
        total={totals.paid}
        parts={[
          { key: 'opening', label: t.opening, won: opening },
          { key: 'gross', label: t.gross, won: gross },
          { key: 'reserveReleased', label: t.reserveReleased, won: reserveReleased },
          { key: 'debtNetted', label: t.debtNetted, won: minus(debtNetted) },
          { key: 'withheld', label: t.withheld, won: minus(withheld) },
          { key: 'reserveHeld', label: t.reserveHeld, won: minus(reserveHeld) },
          { key: 'carried', label: t.carried, won: minus(carried) },
        ]}
      />
      <Go at={places.payouts({ runId: run.id })}>{t.allPayouts}</Go>
    </Panel>
  );
}

function LeftOut({ preview: { leftOut, late, cover, run } }: Readonly<{ preview: Preview }>) {
  const t = useTexts(runTexts);
  return (
    <Panel title={t.leftOut}>
      {leftOut.length === 0 ? (
        <Text>{t.leftOutNone}</Text>
      ) : (
        <Sum
          caption={t.leftOut}
          total={run.heldTotal}
          parts={leftOut.map(({ reason, sellers, amount }) => ({
            key: reason,
            label: <Reason code={reason} />,
            note: t.heldCount(sellers),
            won: amount,
          }))}
        />
      )}
      <Facts
        facts={[
          late.count > 0 && [
            t.late,
            <span key="late">
              {t.lateText(late.count)} · <Money won={late.amount} />
            </span>,
          ],
          cover !== null && [t.cover, <Cover key="cover" cover={cover} />],
        ]}
      />
    </Panel>
  );
}

export function Cover({ cover }: Readonly<{ cover: NonNullable<Preview['cover']> }>) {
  const t = useTexts(runTexts);
  if (BigInt(cover.shortBy) === 0n) return <span>{t.covered}</span>;
  return (
    <span>
      {t.shortBy} <Money won={cover.shortBy} />
      {cover.fundsOn === null ? '' : ` · ${t.fundsOn} ${cover.fundsOn}`}
    </span>
  );
}
