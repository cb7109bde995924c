import { Button, SimpleGrid, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { readOf, useRead } from '../../api/reads.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { type Language, languages } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import type { SellerShown } from './seller.js';
import { sellerTexts } from './sellers.texts.js';
import { supportAnswer } from './support-answer.js';

const PAYOUTS = 3;

/** What to tell the seller, ready to be copied, in each language. */
export function Support({ seller: { sellerId } }: SellerShown) {
  const t = useTexts(sellerTexts);
  const payouts = useRead('listPayoutViews', { input: { query: { sellerId, limit: String(PAYOUTS) } } });
  return (
    <>
      <Text>{t.supportLead}</Text>
      <Loaded of={payouts}>
        {({ items }) => (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            {languages.map((language) => (
              <Answer key={language} language={language} sellerId={sellerId} payoutIds={items.map(({ id }) => id)} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
    </>
  );
}

type Asked = Readonly<{ language: Language; sellerId: string; payoutIds: readonly string[] }>;

function Answer({ language, sellerId, payoutIds }: Asked) {
  const t = useTexts(sellerTexts);
  const clipboard = useClipboard({ timeout: 3_000 });
  const title = language === 'ko' ? t.inKorean : t.inEnglish;
  const query = { lang: language, audience: 'seller' as const };
  const balance = useRead('explainSellerBalance', { input: { params: { sellerId }, query } });
  const payouts = useQueries({
    queries: payoutIds.map((payoutId) =>
      readOf('explainPayout', { input: { params: { payoutId }, query: { ...query, limit: '1' } } }),
    ),
  });
  const reasons = payouts.flatMap(({ data }) => (data === undefined ? [] : [data.reason.text]));
  const isWhole = reasons.length === payoutIds.length;
  return (
    <Panel title={title}>
      <Loaded
        of={isWhole ? balance : { ...balance, data: undefined, error: payouts.find((p) => p.error)?.error ?? null }}
      >
        {(data) => {
          const text = supportAnswer(data, reasons, language);
          return (
            <>
              <Textarea aria-label={title} value={text} readOnly autosize minRows={6} lang={language} />
              <Button onClick={() => clipboard.copy(text)} data-copies={language}>
                {clipboard.copied ? t.copied : t.copy}
              </Button>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
