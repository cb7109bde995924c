import { Skeleton, Table, Text } from '@mantine/core';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { spanBetween } from '../../texts/times.js';
import { momentOf, type Need } from './need.js';
import { needWords } from './need-words.js';
import { todayTexts } from './today.texts.js';
import classes from './today.module.css';

type Shown = Readonly<{ needs: readonly Need[]; isLoading: boolean; now: Date }>;

/** What needs a person, the most urgent first; each row opens what it is about. */
export function NeedTable({ needs, isLoading, now }: Shown) {
  const t = useTexts(todayTexts);
  const { language } = useLanguage();
  if (needs.length === 0) return isLoading ? <Skeleton height={18} /> : <Text>{t.needsNone}</Text>;
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t.needs} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.what}</Table.Th>
            <Table.Th ta="end">{t.count}</Table.Th>
            <Table.Th>{t.deadline}</Table.Th>
            <Table.Th ta="end">{t.won}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {needs.map((need) => (
            <Table.Tr key={need.key} data-need={need.kind}>
              <Table.Td>
                <Go at={need.place}>{(need.title ?? needWords[need.kind])[language === 'en' ? 0 : 1]}</Go>{' '}
                <bdi>{need.about}</bdi>
              </Table.Td>
              <Table.Td ta="end">
                {need.count}
                {need.isMore ? '+' : ''}
              </Table.Td>
              <Table.Td>
                <Deadline deadline={need.deadline} now={now} />
              </Table.Td>
              <Table.Td ta="end">
                <Money won={need.won === null ? null : String(need.won)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Deadline({ deadline, now }: Readonly<{ deadline: string | null; now: Date }>) {
  const t = useTexts(todayTexts);
  if (deadline === null) return <>–</>;
  const { unit, count } = spanBetween(now, new Date(momentOf(deadline)));
  const left = { minute: t.inMinutes, hour: t.inHours, day: t.inDays }[unit](count);
  return (
    <>
      {deadline.length === 10 ? deadline : <Kst at={deadline} />}{' '}
      <span className={momentOf(deadline) < now.getTime() ? classes.over : classes.left}>
        {momentOf(deadline) < now.getTime() ? t.over : left}
      </span>
    </>
  );
}
