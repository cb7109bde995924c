import { Title } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { LanguageButton } from './language-button.js';
import { sellerTexts } from './seller.texts.js';
import classes from './seller.module.css';

/** What stands in the place of the page when no link opens it: how to come back. */
export function Closed({ hadLink }: Readonly<{ hadLink: boolean }>) {
  const t = useTexts(sellerTexts);
  return (
    <main className={classes.closed}>
      <Title order={1} size="h3">
        {hadLink ? t.endedTitle : t.noLinkTitle}
      </Title>
      <p>{hadLink ? t.endedText : t.noLinkText}</p>
      <LanguageButton />
    </main>
  );
}
