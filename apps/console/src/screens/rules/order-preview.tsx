import { useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { usePlatformNow } from '../../api/clock.js';
import type { OutputOf } from '../../api/names.js';
import { retriesRead } from '../../api/reads.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea } from '../../texts/times.js';
import { LineSum } from '../orders/line-sum.js';
import { percentText } from './charge-text.js';
import { ruleTexts } from './rules.texts.js';

const WON = /^\d{1,13}$/;

/** What an order of one line would earn the seller under the terms and rules of today. */
export function OrderPreview({ sellerId }: Readonly<{ sellerId: string }>) {
  const t = useTexts(ruleTexts);
  const [{ price = '100000', category = '기타' }] = useAddress();
  return (
    <Panel title={t.preview}>
      <Text size="sm">{t.previewText}</Text>
      <Filters
        label={t.preview}
        filters={[
          { key: 'price', label: t.previewAmount, kind: 'won' },
          { key: 'category', label: t.previewCategory, kind: 'text' },
        ]}
      />
      {WON.test(price) ? <Previewed sellerId={sellerId} amount={Number(price)} category={category} /> : null}
    </Panel>
  );
}

type Asked = Readonly<{ sellerId: string; amount: number; category: string }>;

function Previewed({ sellerId, amount, category }: Asked) {
  const day = dayInKorea(usePlatformNow());
  const preview = useQuery({
    queryKey: ['previewOrder', sellerId, amount, category, day],
    queryFn: () =>
      api.previewOrder({
        body: {
          orderId: 'PREVIEW-ONLY',
          orderName: 'Preview',
          orderedAt: `${day}T12:00:00+09:00`,
          totalAmount: amount,
          lines: [{ lineId: '1', sellerId, category, amount, taxFreeAmount: 0, discountAmount: 0 }],
        },
      }),
    retry: retriesRead,
  });
  return <Loaded of={preview}>{({ lines }) => lines.map((line) => <Line key={line.lineId} line={line} />)}</Loaded>;
}

function Line({ line }: Readonly<{ line: OutputOf<'previewOrder'>['lines'][number] }>) {
  const t = useTexts(ruleTexts);
  return (
    <>
      <LineSum line={line} />
      {line.tranches.length === 0 ? <Text>{t.dependsOn}</Text> : null}
      {line.tranches.length === 0 ? null : (
        <Plain
          caption={t.preview}
          heads={[{ text: t.share, align: 'end' }, { text: t.payableOn }]}
          rows={line.tranches.map(({ tranche, share, maturesOn }) => ({
            key: String(tranche),
            cells: [percentText(share), maturesOn],
          }))}
        />
      )}
    </>
  );
}
