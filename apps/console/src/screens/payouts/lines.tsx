import { Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { OutputOf } from '../../api/names.js';
import { Failure } from '../../blocks/failure.js';
import { Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Movement } from '../../blocks/reason.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import type { ExplainedLine } from './explanation.js';
import { LineEvidence } from './line-evidence.js';
import { payoutTexts } from './payouts.texts.js';

type Explained = OutputOf<'explainPayout'>;
type Shown = Readonly<{ explained: Explained; kind: string | undefined }>;

/** The lines behind the first page, read when they are asked for. */
function useLines({ payoutId, lines }: Explained) {
  const { language } = useLanguage();
  return useInfiniteQuery({
    queryKey: ['explainPayout', 'lines', payoutId, language],
    queryFn: async ({ pageParam, signal }) => {
      const query = { lang: language, after: pageParam };
      const { lines: read } = await api.explainPayout({ params: { payoutId }, query }, { signal });
      return read;
    },
    initialPageParam: lines.nextCursor ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: false,
  });
}

/** Every line of a payout; one opens into its order, its payment, its settlement and its postings. */
export function Lines({ explained, kind }: Shown) {
  const t = useTexts(payoutTexts);
  const [{ line: opened }, change] = useAddress();
  const later = useLines(explained);
  const all = [...explained.lines.items, ...(later.data?.pages.flatMap(({ items }) => items) ?? [])];
  const shown = kind === undefined ? all : all.filter((one) => one.kind === kind);
  const hasMore = later.data === undefined ? explained.lines.nextCursor !== null : later.hasNextPage;
  const readMore = () => void (later.data === undefined ? later.refetch() : later.fetchNextPage());
  return (
    <Panel title={t.lines} aside={<Text size="sm">{t.linesLead}</Text>} id="lines">
      {kind === undefined ? null : (
        <Button size="xs" variant="default" onClick={() => change({ kind: undefined })}>
          <Movement kind={kind} /> ✕
        </Button>
      )}
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.day}</Table.Th>
              <Table.Th>{t.kind}</Table.Th>
              <Table.Th>{t.order}</Table.Th>
              <Table.Th ta="end">{t.amount}</Table.Th>
              <Table.Th>{t.open}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((one) => (
              <Line
                key={one.entryId}
                line={one}
                isOpen={opened === one.entryId}
                toggle={() => change({ line: opened === one.entryId ? undefined : one.entryId })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {later.error ? <Failure error={later.error} onRetry={readMore} /> : null}
      {hasMore ? (
        <Button variant="default" loading={later.isFetching} onClick={readMore}>
          {t.more}
        </Button>
      ) : null}
    </Panel>
  );
}

type LineShown = Readonly<{ line: ExplainedLine; isOpen: boolean; toggle: () => void }>;

function Line({ line: one, isOpen, toggle }: LineShown) {
  const t = useTexts(payoutTexts);
  return (
    <>
      <Table.Tr>
        <Table.Td>{one.date ?? '–'}</Table.Td>
        <Table.Td>
          <Movement kind={one.kind} />
        </Table.Td>
        <Table.Td>
          {one.line === null ? (
            '–'
          ) : (
            <>
              <Id id={one.line.orderId} at={places.order(one.line.orderId)} /> · {one.line.lineId}
            </>
          )}
        </Table.Td>
        <Table.Td ta="end">
          <Money won={one.amount} />
        </Table.Td>
        <Table.Td>
          <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? t.close : t.open}
          </Button>
        </Table.Td>
      </Table.Tr>
      {isOpen ? (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <LineEvidence line={one} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
}
