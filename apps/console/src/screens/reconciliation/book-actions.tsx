import { Alert, Table } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { useTexts } from '../../texts/texts.js';
import { BalanceFacts } from './balances.js';
import { RequestHandRun } from './request-hand-run.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** What a person can have checked at any time. */
export function BookActions() {
  const t = useTexts(reconciliationTexts);
  return (
    <>
      <RequestHandRun />
      <ActionButton
        operation="verifyLedger"
        subject="ledger"
        label={t.verify}
        text={<p>{t.verifyText}</p>}
        input={() => ({})}
        result={(verification) => <Verification verification={verification} />}
      />
      <ActionButton
        operation="proveBalanceNow"
        subject="balance"
        label={t.proveNow}
        text={<p>{t.proveText}</p>}
        input={() => ({})}
        result={(proof) => <BalanceFacts proof={proof} />}
      />
    </>
  );
}

function Verification({ verification }: Readonly<{ verification: OutputOf<'verifyLedger'> }>) {
  const t = useTexts(reconciliationTexts);
  const { sound, flaws, postings, entries, unbalanced, drifted, sealsBroken } = verification;
  return (
    <>
      <Alert color={sound ? 'green' : 'red'}>{sound ? t.sound : t.unsound}</Alert>
      <Facts
        facts={[
          [t.postings, postings],
          [t.entries, entries],
          [t.unbalanced, unbalanced],
          [t.drifted, drifted],
          [t.seals, sealsBroken],
        ]}
      />
      {flaws.length === 0 ? null : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.check}</Table.Th>
              <Table.Th>{t.subject}</Table.Th>
              <Table.Th>{t.expected}</Table.Th>
              <Table.Th>{t.found}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {flaws.map((flaw) => (
              <Table.Tr key={`${flaw.check} ${flaw.subject}`}>
                <Table.Td>{flaw.check}</Table.Td>
                <Table.Td>{flaw.subject}</Table.Td>
                <Table.Td>{flaw.expected}</Table.Td>
                <Table.Td>{flaw.found}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
