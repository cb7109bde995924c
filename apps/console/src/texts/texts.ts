import { type Language, useLanguage } from './language.js';

/** The same keys with other words: what is a sentence stays one, what takes values takes the same ones. */
type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Shape<T[K]>;
};

/** The texts of one room in both languages: a key that one of them lacks does not compile. */
export type Texts<T> = Readonly<Record<Language, Shape<T>>>;

export const defineTexts = <const T extends object>(en: T, ko: Shape<NoInfer<T>>): Texts<T> => ({
  en: en as unknown as Shape<T>,
  ko,
});

/** The texts in the language that the reader chose. */
export const useTexts = <T>(texts: Texts<T>): Shape<T> => texts[useLanguage().language];
