import type { ReactNode, RefObject } from 'react';
import type { InputOf, Name, OutputOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

/** The file that a person has chosen; null: none. */
export type ChosenFile = RefObject<File | null>;

/** What the dialog of an action asks for beside its fields. `accept`: the endings of names. */
export type FileAsked = Readonly<{ label: string; placeholder: string; accept: string; file: ChosenFile }>;

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
    | Readonly<{ kind: 'reason' | 'text' | 'long' | 'won' | 'number' | 'date' | 'month' | 'time' | 'yes' }>
    /** `many`: the text has the chosen members, separated by commas. */
    | Readonly<{ kind: 'choice' | 'many'; words: Readonly<Record<string, Word>> }>
  );

export type Values = Readonly<Record<string, string>>;

/** An act of a person: one operation of the API, with what it needs and what it says. */
export type Action<N extends Name> = Readonly<{
  operation: N;
  label: string;
  /** Tells the drafts of several buttons of one operation apart: an id. */
  subject: string;
  fields?: readonly Field[];
  /** A file that must be chosen, above the fields. */
  file?: FileAsked;
  /** A promise where something is read first, such as a file. */
  input: (values: Values) => InputOf<N> | Promise<InputOf<N>>;
  /** What happens, and to how much money. */
  text?: ReactNode;
  /** Why it cannot be done now; undefined: it can. */
  unless?: string | undefined;
  tone?: 'primary' | 'danger';
  onDone?: (output: OutputOf<N>) => void;
  /** What the answer says, shown until the dialog is closed. Absent: that it is done. */
  result?: (output: OutputOf<N>) => ReactNode;
}>;

export type FieldFault = 'needed' | 'tooShort' | 'notWhole' | 'notNumber' | 'otherwise';
const REASON_LENGTH_MIN = 3;

/** What is wrong with the text of a field; undefined: nothing that the page can tell. */
export function faultIn({ kind, isOptional, pattern }: Field, text: string): FieldFault | undefined {
  const typed = text.trim();
  if (typed === '') return isOptional || kind === 'yes' ? undefined : 'needed';
  if (kind === 'reason' && typed.length < REASON_LENGTH_MIN) return 'tooShort';
  if (kind === 'won' && !/^-?\d{1,16}$/.test(typed.replaceAll(',', ''))) return 'notWhole';
  if (kind === 'number' && !/^\d{1,9}$/.test(typed)) return 'notNumber';
  if (pattern?.test(typed) === false) return 'otherwise';
  return undefined;
}

/** What is wrong with the file that was chosen; undefined: nothing that the page can tell. */
export function fileFaultIn(file: Readonly<{ size: number }> | null): 'needed' | 'fileEmpty' | undefined {
  if (file === null) return 'needed';
  return file.size === 0 ? 'fileEmpty' : undefined;
}

/** Won from the text of a field, in which commas may stand. */
export const wonTyped = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' ? undefined : Number(text.replaceAll(',', ''));

/** A text, or undefined where the field was left empty. */
export const typed = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** A whole number from the text of a field, or undefined where it was left empty. */
export const numberTyped = (text: string | undefined): number | undefined =>
  typed(text) === undefined ? undefined : Number(text);

/** The members that were chosen in a field of kind `many`. */
export const chosen = (text: string | undefined): string[] =>
  typed(text) === undefined ? [] : (text ?? '').split(',');

/** A time on the clocks of Korea, as an address and a field have it: 2026-05-01 09:00, or with a T. */
export const KOREAN_TIME = /^\d{4}-\d{2}-\d{2}[ T]([01]\d|2[0-3]):[0-5]\d$/;

/** Such a time as an instant of the wire; undefined where the field was left empty. */
export const instantTyped = (text: string | undefined): string | undefined =>
  typed(text) === undefined ? undefined : `${(text ?? '').trim().replace(' ', 'T')}:00+09:00`;
