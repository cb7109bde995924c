import { Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { blockTexts } from '../blocks/blocks.texts.js';
import { Failure } from '../blocks/failure.js';
import { Go } from '../blocks/go.js';
import { Page } from '../blocks/page.js';
import { useTexts } from '../texts/texts.js';
import { places } from './places.js';

export function NotFound() {
  const t = useTexts(blockTexts);
  return (
    <Page title={t.notFound}>
      <Go at={places.today()}>{t.home}</Go>
    </Page>
  );
}

/** A screen that could not be drawn or loaded: the rest of the console stays. */
export const Broken = ({ error, reset }: ErrorComponentProps) => (
  <Stack>
    <Failure error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  </Stack>
);
