import { ApiFailure } from '@jeongsan/client/browser';
import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { sellerTexts } from './seller.texts.js';

type Reading<T> = Readonly<{ data: T | undefined; error: Error | null; refetch: () => Promise<unknown> }>;
type Shown<T> = Readonly<{ of: Reading<T>; children: (data: T) => ReactNode }>;

/** What a read gives: a sketch while it is under way, a failure with a retry, or what it is about. */
export function Read<T>({ of: { data, error, refetch }, children }: Shown<T>) {
  const t = useTexts(sellerTexts);
  if (data !== undefined) return <>{children(data)}</>;
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  return (
    <div role="status" aria-label={t.loading} aria-busy>
      {['90%', '70%', '80%'].map((width) => (
        <Skeleton key={width} height={18} width={width} mb="xs" />
      ))}
    </div>
  );
}

/** A seller has no use for a code: only for what to do, and for the number that support asks for. */
function Failed({ error, retry }: Readonly<{ error: Error; retry: () => void }>) {
  const t = useTexts(sellerTexts);
  const traceId = error instanceof ApiFailure ? error.traceId : undefined;
  return (
    <Alert color="red" role="alert" title={t.failed}>
      <p>{t.failedText}</p>
      <Button size="xs" variant="default" onClick={retry}>
        {t.retry}
      </Button>
      {traceId === undefined ? null : (
        <p>
          {t.trace}: {traceId}
        </p>
      )}
    </Alert>
  );
}
