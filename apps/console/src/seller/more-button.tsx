import { Button } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { sellerTexts } from './seller.texts.js';

type Pages = Readonly<{ hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }>;

/** Loads the next page; nothing when there is none. */
export function MoreButton({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Readonly<{ of: Pages }>) {
  const t = useTexts(sellerTexts);
  if (!hasNextPage) return null;
  return (
    <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t.more}
    </Button>
  );
}
