import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { listedProofWords, proofWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** Proofs of nights, in the order in which they were taken. */
export function ProofList() {
  const t = useTexts(reconciliationTexts);
  return (
    <Page title={t.proofs}>
      <ResourceList
        name="listNightProofs"
        label={t.proofs}
        empty={t.proofsEmpty}
        idOf={(proof) => `${proof.businessDate} ${proof.number}`}
        columns={[
          { key: 'date', title: t.date, cell: (p) => <Go at={places.day(p.businessDate)}>{p.businessDate}</Go> },
          {
            key: 'state',
            title: t.state,
            width: '16rem',
            cell: (p) => <State words={listedProofWords} is={p.state} />,
          },
          { key: 'number', title: t.number, align: 'end', width: '6rem', cell: (p) => p.number },
          { key: 'equations', title: t.equations, align: 'end', width: '7rem', cell: (p) => p.equations },
          { key: 'differing', title: t.differing, align: 'end', width: '7rem', cell: (p) => p.differing },
          { key: 'taken', title: t.taken, width: '13rem', cell: (p) => <Kst at={p.takenAt} /> },
          { key: 'hash', title: t.hash, width: '34rem', isExtra: true, cell: (p) => <Id id={p.hash} /> },
        ]}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: proofWords },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
