import { Page } from '../../blocks/page.js';
import { useTexts } from '../../texts/texts.js';
import { todayTexts } from './today.texts.js';

export function Today() {
  const t = useTexts(todayTexts);
  return <Page title={t.title}>{null}</Page>;
}
