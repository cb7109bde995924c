import { useQuery } from '@tanstack/react-query';
import { useLanguage } from './language.js';
import { ownMeanings } from './refusals.js';
import { wordFor } from './words.js';

/** The meaning of a code in words, loaded when the first refusal is shown. Undefined: not loaded, or not known. */
export function useMeaning(code: string): string | undefined {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['meanings', language],
    queryFn: async (): Promise<Readonly<Record<string, string>>> =>
      language === 'ko' ? (await import('./refusals.ko.js')).meanings : (await import('virtual:refusals')).meanings,
    staleTime: Infinity,
  });
  if (Object.hasOwn(ownMeanings, code)) return wordFor(ownMeanings, code, language);
  const meaning = data?.[code];
  return meaning === undefined ? undefined : forPeople(meaning);
}

/** The meanings of the reference name members of the answer behind a semicolon; the page shows those members itself. */
const forPeople = (meaning: string): string => meaning.replace(/; `.*$/, '').replaceAll('`', '');
