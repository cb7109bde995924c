import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { statementTexts } from './statements.texts.js';
import { lineKindWords } from './statements.words.js';

/** The lines of a statement, each with the order and the ledger entry behind it. */
export function StatementLines({ statementId }: Readonly<{ statementId: string }>) {
  const t = useTexts(statementTexts);
  return (
    <ResourceList
      name="listStatementLines"
      input={{ params: { statementId } }}
      label={t.lines}
      empty={t.linesEmpty}
      idOf={(line) => line.entryId}
      columns={[
        { key: 'date', title: t.date, width: '8rem', cell: (line) => line.date },
        { key: 'kind', title: t.kind, cell: (line) => <InWords words={lineKindWords} is={line.kind} /> },
        {
          key: 'order',
          title: t.order,
          width: 'minmax(12rem, 2fr)',
          cell: (line) => <Id id={line.orderId} at={line.orderId === null ? null : places.order(line.orderId)} />,
        },
        { key: 'line', title: t.line, width: '6rem', cell: (line) => line.lineId ?? '–' },
        { key: 'gross', title: t.gross, align: 'end', cell: (line) => <Money won={line.gross} /> },
        {
          key: 'commission',
          title: t.commission,
          align: 'end',
          isExtra: true,
          cell: (line) => <Money won={line.commission} />,
        },
        { key: 'net', title: t.net, align: 'end', cell: (line) => <Money won={line.net} /> },
        {
          key: 'amount',
          title: t.amount,
          align: 'end',
          cell: (line) => (
            <Go at={places.entry(line.entryId)}>
              <Money won={line.amount} />
            </Go>
          ),
        },
        { key: 'reason', title: t.reason, cell: (line) => <bdi>{line.reason ?? '–'}</bdi> },
        {
          key: 'discount',
          title: t.discount,
          align: 'end',
          isExtra: true,
          cell: (line) => <Money won={line.discountShare} />,
        },
        { key: 'tranche', title: t.tranche, isExtra: true, cell: (line) => line.tranche ?? '–' },
        { key: 'product', title: t.product, isExtra: true, cell: (line) => line.productId ?? '–' },
        { key: 'category', title: t.category, isExtra: true, cell: (line) => line.category ?? '–' },
        { key: 'corrects', title: t.corrects, isExtra: true, cell: (line) => line.corrects ?? '–' },
        {
          key: 'entry',
          title: t.entry,
          isExtra: true,
          cell: (line) => <Id id={line.entryId} at={places.entry(line.entryId)} />,
        },
      ]}
    />
  );
}
