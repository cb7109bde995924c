import { FileInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { base64Of } from '../api/base64-of.js';
import { useTexts } from '../texts/texts.js';
import { type ChosenFile, type FileAsked, fileFaultIn } from './action-button/action.js';
import { blockTexts } from './blocks.texts.js';

type Shown = FileAsked & Readonly<{ isTried: boolean }>;

/** A file for the dialog that shows this field. Leaving the dialog drops the file: the next dialog must not send it again unasked. */
export function FileChoice({ label, placeholder, accept, file, isTried }: Shown) {
  const t = useTexts(blockTexts);
  const [chosen, setChosen] = useState<File | null>(null);
  const choose = (next: File | null) => {
    file.current = next;
    setChosen(next);
  };
  useEffect(
    () => () => {
      file.current = null;
    },
    [file],
  );
  const fault = isTried ? fileFaultIn(chosen) : undefined;
  const error = fault === undefined ? undefined : t[fault];
  return <FileInput {...{ label, placeholder, accept, error }} required value={chosen} onChange={choose} />;
}

/** The bytes of the chosen file in Base64. The dialog sends nothing before a file is chosen. */
export const contentOf = async ({ current }: ChosenFile): Promise<string> =>
  current === null ? '' : await base64Of(current);
