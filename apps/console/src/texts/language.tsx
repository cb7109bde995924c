import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';

export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

const STORED = 'jeongsan.language';
const isLanguage = (text: string | null): text is Language => languages.some((one) => one === text);

const browserLanguage = (): Language => (navigator.language.startsWith('ko') ? 'ko' : 'en');

/** Where the language of the reader comes from, and where a choice is kept. */
export type LanguageMemory = Readonly<{ read: () => string | null; keep: (language: Language) => void }>;
const inBrowser: LanguageMemory = {
  read: () => localStorage.getItem(STORED),
  keep: (language) => localStorage.setItem(STORED, language),
};

/** The language chosen last, else that of the browser. */
function firstLanguage({ read }: LanguageMemory): Language {
  const stored = read();
  return isLanguage(stored) ? stored : browserLanguage();
}

type Chosen = Readonly<{ language: Language; setLanguage: (language: Language) => void }>;
const Choice = createContext<Chosen | undefined>(undefined);

type Provided = Readonly<{ children: ReactNode; memory?: LanguageMemory }>;

export function LanguageProvider({ children, memory = inBrowser }: Provided) {
  const [language, choose] = useState(() => firstLanguage(memory));
  const setLanguage = useCallback(
    (chosen: Language) => {
      memory.keep(chosen);
      choose(chosen);
    },
    [memory],
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const chosen = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <Choice value={chosen}>{children}</Choice>;
}

/** Throws Error outside of LanguageProvider. */
export function useLanguage(): Chosen {
  const chosen = use(Choice);
  if (chosen === undefined) throw new Error('No LanguageProvider');
  return chosen;
}
