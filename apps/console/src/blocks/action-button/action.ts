import type { ReactNode } from 'react';
import type { InputOf, Name, OutputOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

/** A field of an action's dialog. Values are texts, as typed. */
export type Field = Readonly<{
  name: string;
  label: string;
  hint?: string;
  isOptional?: true;
  /** What the text must look like; the hint says it in words. */
  pattern?: RegExp;
  /** What stands in the field at first. */
  initial?: string;
}> &
  (
    | Readonly<{ kind: 'reason' | 'text' | 'long' | 'won' | 'date' | 'month' | 'yes' }>
    | Readonly<{ kind: 'choice'; words: Readonly<Record<string, Word>> }>
  );

export type Values = Readonly<Record<string, string>>;

/** An act of a person: one operation of the API, with what it needs and what it says. */
export type Action<N extends Name> = Readonly<{
  operation: N;
  label: string;
  /** Tells the drafts of several buttons of one operation apart: an id. */
  subject: string;
  fields?: readonly Field[];
  input: (values: Values) => InputOf<N>;
  /** What happens, and to how much money. */
  text?: ReactNode;
  /** Why it cannot be done now; undefined: it can. */
  unless?: string | undefined;
  tone?: 'primary' | 'danger';
  onDone?: (output: OutputOf<N>) => void;
  /** What the answer says, shown until the dialog is closed. Absent: that it is done. */
  result?: (output: OutputOf<N>) => ReactNode;
}>;

export type FieldFault = 'needed' | 'tooShort' | 'notWhole' | 'otherwise';
const REASON_LENGTH_MIN = 3;

/** What is wrong with the text of a field; undefined: nothing that the page can tell. */
export function faultIn({ kind, isOptional, pattern }: Field, text: string): FieldFault | undefined {
  const typed = text.trim();
  if (typed === '') return isOptional || kind === 'yes' ? undefined : 'needed';
  if (kind === 'reason' && typed.length < REASON_LENGTH_MIN) return 'tooShort';
  if (kind === 'won' && !/^-?\d{1,16}$/.test(typed.replaceAll(',', ''))) return 'notWhole';
  if (pattern?.test(typed) === false) return 'otherwise';
  return undefined;
}

/** Won from the text of a field, in which commas may stand. */
export const wonTyped = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' ? undefined : Number(text.replaceAll(',', ''));

/** A text, or undefined where the field was left empty. */
export const typed = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** A time on the clocks of Korea, as a field takes it: 2026-05-01 09:00. */
export const KOREAN_TIME = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/;

/** The instant of such a text, as the API takes it. */
export const instantTyped = (text: string | undefined): string => `${(text ?? '').trim().replace(' ', 'T')}:00+09:00`;
