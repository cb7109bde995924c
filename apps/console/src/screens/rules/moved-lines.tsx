import { Text } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { places } from '../../layout/places.js';
import { sumOf, wonOf, type WireWon } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { labels } from '../../texts/labels.js';
import { componentWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { differenceSigns } from './difference.js';
import { ruleTexts } from './rules.texts.js';

type Line = ItemOf<'listRuleChangeLines'>;
const components = Object.keys(differenceSigns) as (keyof typeof differenceSigns)[];

type Shown = Readonly<{ lines: readonly Line[]; isCut: boolean; total: WireWon }>;

/** The order lines that a change moves. Their sum is the total, unless there are more lines than are shown. */
export function MovedLines({ lines, isCut, total }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const { language } = useLanguage();
  const shown = sumOf(lines.map(({ net }) => net));
  if (lines.length === 0)
    return (
      <Panel title={t.lines}>
        <Text>{t.noLines}</Text>
      </Panel>
    );
  return (
    <Panel title={t.lines}>
      <div data-adds-up={isCut || shown === wonOf(total)}>
        <Plain
          caption={isCut ? t.firstLines(lines.length) : t.allLines(lines.length)}
          heads={[
            { text: l.order },
            { text: l.line },
            { text: t.canceled, align: 'end' },
            ...components.map((name) => ({ text: wordFor(componentWords, name, language), align: 'end' as const })),
            { text: t.net, align: 'end' },
          ]}
          rows={lines.map((line) => ({
            key: `${line.orderId} ${line.lineId}`,
            cells: [
              <Id key="order" id={line.orderId} at={places.order(line.orderId)} />,
              line.lineId,
              <Money key="canceled" won={line.canceled} />,
              ...components.map((name) => (
                <Money key={name} won={(differenceSigns[name] * wonOf(line[name])).toString()} />
              )),
              <Money key="net" won={line.net} />,
            ],
          }))}
          foot={[l.total, '', '', '', '', '', '', '', <Money key="total" won={shown.toString()} />]}
        />
      </div>
    </Panel>
  );
}
