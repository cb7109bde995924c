import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { startEventWords, taxTypeWords } from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { ChargeShown } from './charge.js';
import { ruleTexts } from './rules.texts.js';
import { reserveText, tranchesText } from './terms-text.js';

type Terms = ItemOf<'listAllTerms'>;

/** Terms of all sellers. */
export function TermsList() {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const columns: readonly Column<Terms>[] = [
    {
      key: 'seller',
      title: l.seller,
      cell: ({ sellerId }) => <Id id={sellerId} at={places.sellerPart(sellerId, 'terms')} />,
    },
    { key: 'from', title: t.begins, width: '8rem', cell: ({ effectiveFrom }) => effectiveFrom },
    {
      key: 'commission',
      title: t.commission,
      align: 'end',
      cell: ({ commission }) => <ChargeShown charge={commission.charge} />,
    },
    { key: 'tax', title: t.taxType, cell: ({ taxType = 'GENERAL' }) => <InWords words={taxTypeWords} is={taxType} /> },
    {
      key: 'start',
      title: t.startEvent,
      cell: ({ startEvent = 'PAID' }) => <InWords words={startEventWords} is={startEvent} />,
    },
    { key: 'tranches', title: t.tranches, cell: ({ tranches }) => tranchesText(tranches) },
    { key: 'cycle', title: t.cycle, cell: ({ cycle }) => cycle },
    { key: 'reserve', title: t.reserve, isExtra: true, cell: ({ reserve }) => reserveText(reserve) || '–' },
    {
      key: 'fees',
      title: t.fees,
      isExtra: true,
      cell: ({ fees = [] }) => fees.map(({ code }) => code).join(', ') || '–',
    },
    { key: 'setBy', title: t.setBy, isExtra: true, cell: ({ setBy }) => setBy ?? '–' },
  ];
  return (
    <Page title={t.terms}>
      <ResourceList
        name="listAllTerms"
        label={t.terms}
        empty={t.noTerms}
        idOf={({ sellerId, effectiveFrom }) => `${sellerId} ${effectiveFrom}`}
        columns={columns}
        filters={[
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'on', label: t.on, kind: 'date' },
          { key: 'cycle', label: t.cycle, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
