import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiFailure } from '@jeongsan/client/browser';
import { useEffect, useMemo, useState } from 'react';
import { Closed } from './closed.js';
import { isEnded, pageApi, PageApiContext } from './page-api.js';
import { SellerPage } from './seller-page.js';
import { forgetToken, onNextToken } from './token.js';

const RETRIES = 2;

/** The page with the link that opened it: until it ends, or until another link is opened in the same tab. */
export function Opened({ firstToken }: Readonly<{ firstToken: string | null }>) {
  const [token, setToken] = useState(firstToken);
  const [isOver, setOver] = useState(false);
  useEffect(
    () =>
      onNextToken((next) => {
        setOver(false);
        setToken(next);
      }),
    [],
  );
  const opened = useMemo(() => {
    if (token === null) return null;
    const end = (error: unknown) => {
      if (!isEnded(error)) return;
      forgetToken();
      setOver(true);
    };
    return { api: pageApi(token), queries: queriesOf(end) };
  }, [token]);
  if (opened === null || isOver) return <Closed hadLink={opened !== null} />;
  return (
    // Nothing of the page of one link stays for the next one, which may be another seller's.
    <PageApiContext value={opened.api} key={token}>
      <QueryClientProvider client={opened.queries}>
        <SellerPage />
      </QueryClientProvider>
    </PageApiContext>
  );
}

const queriesOf = (end: (error: unknown) => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: end }),
    // A download is a mutation for this library: it, too, can be the first to learn that the link has ended.
    mutationCache: new MutationCache({ onError: end }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiFailure && error.kind === 'unknown' && !isEnded(error),
      },
    },
  });
