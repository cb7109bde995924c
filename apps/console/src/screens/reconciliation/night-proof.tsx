import { Button, Group, Table, Text } from '@mantine/core';
import { formatAmount } from '@jeongsan/money';
import { ApiFailure } from '@jeongsan/client/browser';
import { saveFile } from '../../api/downloads.js';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { listedProofWords, proofWords, verdictWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { type Equation, equationsOf } from './proof-equations.js';
import { reconciliationTexts } from './reconciliation.texts.js';

type Signed = OutputOf<'getNightProof'>;
const HOLDS = 'HOLDS';
/** The cause of a comparison that was missed; its sides have no amounts. */
const NOT_COMPARED = 'NOT_COMPARED';
const isCompared = ({ lines }: Equation): boolean => lines.every(({ cause }) => cause !== NOT_COMPARED);

/** The signed proof of a night: every equation that does not simply hold, and a way to check all of it. */
export function NightProof({ day }: Readonly<{ day: string }>) {
  const t = useTexts(reconciliationTexts);
  const proof = useRead('getNightProof', { input: { params: { businessDate: day } } });
  if (proof.error instanceof ApiFailure && proof.error.code === 'PROOF_NOT_FOUND')
    return (
      <Panel title={t.proof}>
        <Text>{t.proofNone}</Text>
      </Panel>
    );
  return (
    <Panel title={t.proof} aside={<Replay day={day} />}>
      <Loaded of={proof}>{(signed) => <Shown signed={signed} />}</Loaded>
    </Panel>
  );
}

function Replay({ day }: Readonly<{ day: string }>) {
  const t = useTexts(reconciliationTexts);
  return (
    <ActionButton
      operation="replayProof"
      subject={day}
      label={t.replay}
      text={<p>{t.replayText}</p>}
      input={() => ({ params: { businessDate: day } })}
      result={({ same, firstDifference, hash }) => (
        <>
          <Text fw={600}>{same ? t.same : t.notSame}</Text>
          {firstDifference === null ? null : <Text>{firstDifference}</Text>}
          <Id id={hash} />
        </>
      )}
    />
  );
}

function Shown({ signed }: Readonly<{ signed: Signed }>) {
  const t = useTexts(reconciliationTexts);
  const equations = equationsOf(signed.document);
  if (equations === null)
    return (
      <>
        <State words={listedProofWords} is="CHANGED" />
        <Text>{t.proofUnreadable}</Text>
      </>
    );
  const others = equations.filter(({ verdict }) => verdict !== HOLDS);
  const save = () =>
    saveFile({ fileName: '', bytes: new Blob([JSON.stringify(signed)]) }, `proof-${signed.businessDate}.json`);
  return (
    <>
      <Group>
        <State words={proofWords} is={signed.state} />
        <Button size="xs" variant="default" onClick={save}>
          {t.download}
        </Button>
      </Group>
      <Facts
        facts={[
          [t.equations, equations.length],
          [t.number, signed.number],
          [t.hash, <Id key="hash" id={signed.hash} />, 'wide'],
          [t.signature, <Id key="signature" id={signed.signature} />, 'wide'],
        ]}
      />
      {others.length === 0 ? <Text>{t.allHold}</Text> : <Equations equations={others} />}
    </>
  );
}

function Equations({ equations }: Readonly<{ equations: readonly Equation[] }>) {
  const t = useTexts(reconciliationTexts);
  const amount = (one: Equation, text: string) => {
    if (!isCompared(one)) return '–';
    return one.unit === 'money' ? formatAmount(BigInt(text), one.currency) : text;
  };
  return (
    <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table captionSide="top">
        <Table.Caption ta="start">{t.onlyDiffering}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.day}</Table.Th>
            <Table.Th>{t.equation}</Table.Th>
            <Table.Th>{t.sides}</Table.Th>
            <Table.Th ta="end">{t.difference}</Table.Th>
            <Table.Th>{t.verdict}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {equations.map((one) => (
            <Table.Tr key={`${one.day} ${one.name} ${one.account} ${one.currency}`}>
              <Table.Td>{one.day}</Table.Td>
              <Table.Td>{one.title}</Table.Td>
              <Table.Td>
                {one.sides.map(({ label, amount: text }) => (
                  <div key={label}>
                    {label}: {amount(one, text)}
                  </div>
                ))}
              </Table.Td>
              <Table.Td ta="end">{amount(one, one.difference)}</Table.Td>
              <Table.Td>
                <State words={verdictWords} is={isCompared(one) ? one.verdict : NOT_COMPARED} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
