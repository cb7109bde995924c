import { FileInput } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { base64Of } from '../api/base64-of.js';

/** The file that a person has chosen; null: none. */
export type ChosenFile = RefObject<File | null>;

type Shown = Readonly<{ label: string; placeholder: string; accept: string; file: ChosenFile }>;

/** A file for the dialog that shows this field. Leaving the dialog drops the file: the next dialog must not send it again unasked. */
export function FileChoice({ label, placeholder, accept, file }: Shown) {
  const choose = (chosen: File | null) => {
    file.current = chosen;
  };
  useEffect(() => () => choose(null), []);
  return <FileInput label={label} placeholder={placeholder} required accept={accept} onChange={choose} />;
}

/** The bytes of the chosen file in Base64; without a file an empty text, which the service refuses by the name of its field. */
export const contentOf = async ({ current }: ChosenFile): Promise<string> =>
  current === null ? '' : await base64Of(current);
