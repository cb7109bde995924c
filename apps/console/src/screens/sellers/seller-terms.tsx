import { Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { usePlatformNow } from '../../api/clock.js';
import { useRead } from '../../api/reads.js';
import { Loaded, Sketch } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea } from '../../texts/times.js';
import type { Word } from '../../texts/words.js';
import { OrderPreview } from '../rules/order-preview.js';
import { ruleTexts } from '../rules/rules.texts.js';
import { SettlementDates } from '../rules/settlement-dates.js';
import { ProposeTerms, SetTerms } from '../rules/terms-actions.js';
import { TermsFacts } from '../rules/terms-facts.js';
import type { SellerShown } from './seller.js';

const ages = {
  future: ['later', '예정', 'busy'],
  current: ['in force', '적용 중', 'good'],
  past: ['over', '지난 조건', 'quiet'],
} as const satisfies Record<string, Word>;

const TermsChangeRows = lazy(async () => ({
  default: (await import('../rules/terms-change-rows.js')).TermsChangeRows,
}));

/** The terms of the seller: those in force, later and earlier ones, proposals, and what an order earns under them. */
export function SellerTerms({ seller: { sellerId } }: SellerShown) {
  const t = useTexts(ruleTexts);
  const today = dayInKorea(usePlatformNow());
  return (
    <Loaded of={useRead('listTerms', { input: { params: { sellerId } } })}>
      {({ items }) => {
        const versions = [...items].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
        const inForce = versions.find(({ effectiveFrom }) => effectiveFrom <= today);
        const ageOf = (from: string) =>
          from > today ? 'future' : from === inForce?.effectiveFrom ? 'current' : 'past';
        return (
          <>
            <Group gap="xs">
              <ProposeTerms sellerId={sellerId} before={inForce ?? versions[0]} />
              <SetTerms sellerId={sellerId} before={inForce ?? versions[0]} />
            </Group>
            {versions.length === 0 ? <Text>{t.noTerms}</Text> : null}
            {versions.map((terms) => (
              <Panel
                key={terms.effectiveFrom}
                title={t.termsFrom(terms.effectiveFrom)}
                aside={<State words={ages} is={ageOf(terms.effectiveFrom)} />}
              >
                <TermsFacts
                  terms={terms}
                  more={[
                    [t.setBy, terms.setBy ?? '–'],
                    ...(terms.numbersNeeded.length > 0
                      ? [[t.numbersNeeded, terms.numbersNeeded.join(', ')] as const]
                      : []),
                  ]}
                />
              </Panel>
            ))}
            <SettlementDates sellerId={sellerId} />
            <OrderPreview sellerId={sellerId} />
            <Panel title={t.changes}>
              <Suspense fallback={<Sketch />}>
                <TermsChangeRows fixed={{ sellerId }} />
              </Suspense>
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}
