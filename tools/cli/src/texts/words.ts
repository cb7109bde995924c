/** A sentence in both languages. */
export type Text = Readonly<{ ko: string; en: string }>;
export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

/** Korean for `ko_KR.UTF-8`, else English. */
export const languageOf = (lang: string): Language => (/^ko\b|^ko_/i.test(lang) ? 'ko' : 'en');
