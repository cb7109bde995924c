import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';

export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

const STORED = 'jeongsan.language';
const isLanguage = (text: string | null): text is Language => languages.some((one) => one === text);

/** The language chosen last, else that of the browser. */
function firstLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.language.startsWith('ko') ? 'ko' : 'en';
}

type Chosen = Readonly<{ language: Language; setLanguage: (language: Language) => void }>;
const Choice = createContext<Chosen | undefined>(undefined);

export function LanguageProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [language, choose] = useState(firstLanguage);
  const setLanguage = useCallback((chosen: Language) => {
    localStorage.setItem(STORED, chosen);
    choose(chosen);
  }, []);
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
