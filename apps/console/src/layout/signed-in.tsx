import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { isSignedOut, signIn, useMe, useSession } from '../api/session.js';
import { Failure } from '../blocks/failure.js';
import { useTexts } from '../texts/texts.js';
import { layoutTexts } from './layout.texts.js';

/** The console of a person who is signed in; without one, the way to the sign-in and back. */
export function SignedIn({ children }: Readonly<{ children: ReactNode }>) {
  const t = useTexts(layoutTexts);
  const session = useSession();
  const me = useMe();
  const isOut = session.data === undefined && isSignedOut(session.error);
  useEffect(() => {
    if (isOut) signIn();
  }, [isOut]);
  if (session.data !== undefined && me.data !== undefined) return <>{children}</>;
  const error = session.error ?? me.error;
  return (
    <Center component="main" mih="100dvh" p="md">
      {error === null ? (
        <Loader aria-label={t.account} />
      ) : (
        <Stack maw={520}>
          <Title order={1} size="h3">
            {isOut ? t.signedOut : t.away}
          </Title>
          <Text>{isOut ? t.signedOutText : t.awayText}</Text>
          {isOut ? (
            <Button onClick={() => signIn()}>{t.signIn}</Button>
          ) : (
            <Failure error={error} onRetry={() => void Promise.all([session.refetch(), me.refetch()])} />
          )}
        </Stack>
      )}
    </Center>
  );
}
