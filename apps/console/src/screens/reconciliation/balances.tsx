import { useRead } from '../../api/reads.js';
import type { OutputOf } from '../../api/names.js';
import { Facts } from '../../blocks/facts.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { wonOf } from '../../texts/amounts.js';
import { useTexts } from '../../texts/texts.js';
import { reconciliationTexts } from './reconciliation.texts.js';

type Proof = OutputOf<'proveBalanceNow'>;

/** One account at the provider: what our books say, and what the provider says. */
export function BalanceFacts({ proof }: Readonly<{ proof: Proof }>) {
  const t = useTexts(reconciliationTexts);
  const ours = wonOf(proof.ledgerAvailable) - wonOf(proof.inFlight);
  return (
    <Facts
      facts={[
        [t.account, proof.account === '' ? t.mainAccount : proof.account],
        [t.pending, <Money key="pending" won={proof.ledgerPending} />],
        [t.pendingTheirs, <Money key="theirs" won={proof.providerPending} />],
        [t.available, <Money key="available" won={String(ours)} />],
        [t.availableTheirs, <Money key="theirs" won={proof.providerAvailable} />],
        [t.verdict, proof.proven ? t.equal : <strong key="no">≠ {t.notEqual}</strong>],
      ]}
    />
  );
}

/** The proofs of all accounts on one day. */
export function BalancesOf({ day }: Readonly<{ day: string }>) {
  const proofs = useRead('listBalanceProofs', { input: { query: { from: day, to: day } } });
  return (
    <Loaded of={proofs}>
      {({ items }) => items.map((proof) => <BalanceFacts key={proof.account} proof={proof} />)}
    </Loaded>
  );
}
