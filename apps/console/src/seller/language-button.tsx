import { Button } from '@mantine/core';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { sellerTexts } from './seller.texts.js';

export function LanguageButton() {
  const t = useTexts(sellerTexts);
  const { language, setLanguage } = useLanguage();
  const other = language === 'ko' ? 'en' : 'ko';
  return (
    <Button variant="default" size="xs" lang={other} onClick={() => setLanguage(other)}>
      {t.otherLanguage}
    </Button>
  );
}
