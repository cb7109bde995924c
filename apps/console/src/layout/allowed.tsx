import type { ReactNode } from 'react';
import { operations } from '../api/client.js';
import type { Name } from '../api/names.js';
import { useMay } from '../api/session.js';
import { blockTexts } from '../blocks/blocks.texts.js';
import { Go } from '../blocks/go.js';
import { Page } from '../blocks/page.js';
import { useTexts } from '../texts/texts.js';
import { places } from './places.js';

/** A screen, or why the person may not see it. */
export function Allowed({ needs, children }: Readonly<{ needs: Name | undefined; children: ReactNode }>) {
  const t = useTexts(blockTexts);
  const may = useMay();
  if (needs === undefined || may(needs)) return <>{children}</>;
  return (
    <Page title={t.notAllowed}>
      <p>{t.notAllowedText(operations[needs][2])}</p>
      <Go at={places.today()}>{t.home}</Go>
    </Page>
  );
}
