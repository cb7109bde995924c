import { Table } from '@mantine/core';
import type { InputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useMay } from '../../api/session.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { payoutTexts } from './payouts.texts.js';

type Of = NonNullable<InputOf<'listLedgerPostings'>['query']>;

/** Postings of the ledger with their legs; nothing for who may not read them. */
export function Postings({ of }: Readonly<{ of: Of }>) {
  const may = useMay();
  const t = useTexts(payoutTexts);
  const isAllowed = may('listLedgerPostings');
  const postings = useRead('listLedgerPostings', { input: { query: of }, isEnabled: isAllowed });
  if (!isAllowed) return null;
  return (
    <Loaded of={postings} lines={2}>
      {({ items }) =>
        items.map((posting) => (
          <Table key={posting.id} verticalSpacing={2} captionSide="top">
            <Table.Caption ta="start">
              <Id id={posting.key} at={places.posting(posting.id)} /> · <Kst at={posting.effectiveAt} />
            </Table.Caption>
            <Table.Tbody>
              {posting.legs.map((leg) => (
                <Table.Tr key={leg.id}>
                  <Table.Td>{leg.account}</Table.Td>
                  <Table.Td ta="end" aria-label={t.amount}>
                    <Money won={leg.amount} currency={leg.currency} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ))
      }
    </Loaded>
  );
}
