import { useLanguage } from '../texts/language.js';
import { toneOf, type Tone, type Word, wordFor } from '../texts/words.js';
import classes from './blocks.module.css';

type Shown = Readonly<{ words: Readonly<Record<string, Word>>; is: string; tone?: Tone }>;

/** A member of a closed list: in words, and in a colour that says whether a person is needed. */
export function State({ words, is, tone }: Shown) {
  const { language } = useLanguage();
  return (
    <span className={`${classes.state} ${classes[tone ?? toneOf(words, is)]}`}>{wordFor(words, is, language)}</span>
  );
}

/** The same without a colour, within a sentence. */
export function InWords({ words, is }: Omit<Shown, 'tone'>) {
  const { language } = useLanguage();
  return <>{wordFor(words, is, language)}</>;
}

/** A text that the API gives in both languages. */
export function Bilingual({ text }: Readonly<{ text: Readonly<{ ko: string; en: string }> }>) {
  const { language } = useLanguage();
  return <>{text[language]}</>;
}
