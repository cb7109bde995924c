import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { saveFile } from '../api/downloads.js';
import { Money } from '../blocks/money.js';
import { Panel } from '../blocks/panel.js';
import { wonOf } from '../texts/amounts.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { dayText } from './day-text.js';
import { MoreButton } from './more-button.js';
import { type ItemOf, pagesOf, usePageApi } from './page-api.js';
import { Read } from './read.js';
import { sellerTexts } from './seller.texts.js';
import classes from './seller.module.css';

const PAGE_ITEMS = 10;
const formats = ['pdf', 'xlsx', 'csv'] as const;

/** Every statement, newest first, with its files. */
export function Statements() {
  const t = useTexts(sellerTexts);
  const { language: lang } = useLanguage();
  const statements = useInfiniteQuery(
    pagesOf(usePageApi(), 'listSellerPageStatements', PAGE_ITEMS, { query: { lang } }),
  );
  return (
    <Panel title={t.statements}>
      <Read of={statements}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p>{t.statementsNone}</p>;
          return (
            <ul className={classes.list}>
              {items.map((statement) => (
                <Statement key={statement.statementId} statement={statement} />
              ))}
            </ul>
          );
        }}
      </Read>
      <MoreButton of={statements} />
    </Panel>
  );
}

function Statement({ statement }: Readonly<{ statement: ItemOf<'listSellerPageStatements'> }>) {
  const t = useTexts(sellerTexts);
  const { language: lang } = useLanguage();
  const { statementId, date, payoutAmount, carried, text } = statement;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <strong>{dayText(date, lang)}</strong>
        <Money won={payoutAmount} />
      </div>
      {wonOf(carried) === 0n ? null : (
        <div className={classes.small}>
          {t.carried} <Money won={carried} />
          {text === null ? '' : ` · ${text}`}
        </div>
      )}
      <Documents statementId={statementId} date={date} />
    </li>
  );
}

function Documents({ statementId, date }: Readonly<{ statementId: string; date: string }>) {
  const t = useTexts(sellerTexts);
  const api = usePageApi();
  const { language: lang } = useLanguage();
  const download = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const file = await api.getSellerPageDocument({ params: { statementId }, query: { format, lang } });
      saveFile(file, `statement_${date}.${format}`);
    },
  });
  return (
    <div className={classes.files}>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          aria-label={t.download(format.toUpperCase(), dayText(date, lang))}
          loading={download.isPending && download.variables === format}
          onClick={() => download.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {download.isError ? <span role="alert">{t.failed}</span> : null}
    </div>
  );
}
