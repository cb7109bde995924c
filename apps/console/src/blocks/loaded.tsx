import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { blockTexts } from './blocks.texts.js';
import { Failure } from './failure.js';

type Read<T> = Readonly<{ data: T | undefined; error: Error | null; refetch: () => Promise<unknown> }>;
type Shown<T> = Readonly<{ of: Read<T>; lines?: number; children: (data: T) => ReactNode }>;

/** What a read gives: a sketch while it is under way, its failure with a retry, or what it is about. */
export function Loaded<T>({ of: { data, error, refetch }, lines = 4, children }: Shown<T>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  return <Sketch lines={lines} />;
}

/** Stands where something is still being read. */
export function Sketch({ lines = 4 }: Readonly<{ lines?: number }>) {
  const t = useTexts(blockTexts);
  return (
    <Stack gap="xs" role="status" aria-label={t.loading} aria-busy>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} width={`${90 - ((line * 23) % 50)}%`} />
      ))}
    </Stack>
  );
}
