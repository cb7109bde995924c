import { Group, Skeleton, Table, Text } from '@mantine/core';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { approvalTexts } from './approvals.texts.js';
import { Decide } from './decide.js';
import { type Proposal, saidIn } from './proposal.js';

type Shown = Readonly<{ label: string; proposals: readonly Proposal[]; empty: string; isLoading: boolean }>;

/** Proposals with what they are about and the buttons that decide them. */
export function ProposalTable({ label, proposals, empty, isLoading }: Shown) {
  const t = useTexts(approvalTexts);
  const { language } = useLanguage();
  if (proposals.length === 0) return isLoading ? <Skeleton height={18} /> : <Text>{empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.kind}</Table.Th>
            <Table.Th>{t.subject}</Table.Th>
            <Table.Th ta="end">{t.won}</Table.Th>
            <Table.Th>{t.by}</Table.Th>
            <Table.Th>{t.at}</Table.Th>
            <Table.Th>{t.decide}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {proposals.map((proposal) => (
            <Table.Tr key={proposal.id}>
              <Table.Td>{proposal.kind.word[language === 'en' ? 0 : 1]}</Table.Td>
              <Table.Td maw={360}>
                <Go at={proposal.place}>
                  <bdi>{saidIn(proposal, language)}</bdi>
                </Go>
              </Table.Td>
              <Table.Td ta="end">
                <Money won={proposal.won} />
              </Table.Td>
              <Table.Td>{proposal.by}</Table.Td>
              <Table.Td>
                <Kst at={proposal.at} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <Decide proposal={proposal} />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
