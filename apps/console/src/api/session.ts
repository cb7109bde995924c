import { ApiFailure } from '@jeongsan/client/browser';
import type { Market } from '@jeongsan/platform-contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { operations } from './client.js';
import type { Name } from './names.js';
import { useRead } from './reads.js';

/** Who is signed in, as the front door says. */
export type Session = Readonly<{
  subject: string;
  name: string;
  roles: readonly string[];
  signedInAt: string;
  startedAt: string;
  idleEndsAt: string;
  endsAt: string;
  now: string;
  /** Empty: people work in this market alone. */
  markets: readonly Market[];
}>;

const CONSOLE = '/console';
const headers = { accept: 'application/json', 'x-jeongsan-console': '1' };

async function readSession(signal: AbortSignal): Promise<Session> {
  const reply = await fetch(`${CONSOLE}/session`, { headers, signal });
  if (!reply.ok) throw await failure(reply);
  return (await reply.json()) as Session;
}

async function failure(reply: Response): Promise<ApiFailure> {
  const { code } = (await reply.json().catch(() => ({}))) as { code?: string };
  const kind = reply.status === 401 ? 'rejected' : 'unknown';
  return new ApiFailure({ kind, status: reply.status, code: code ?? 'NO_CODE', detail: '' });
}

export const sessionRead = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionRead);

/** The page that is shown, as the way back from a sign-in. */
const thisPage = (): string => `${location.pathname}${location.search}`;

/** Goes to the sign-in and comes back to this page. `fresh`: the issuer asks again who it is. */
export function signIn({ fresh = false } = {}): void {
  const query = new URLSearchParams({ return: thisPage(), ...(fresh && { fresh: 'true' }) });
  location.assign(`${CONSOLE}/sign-in?${query.toString()}`);
}

/** Ends this session, or all sessions of the person. Throws ApiFailure. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const path = everywhere ? 'sign-out-everywhere' : 'sign-out';
  const reply = await fetch(`${CONSOLE}/${path}`, { method: 'POST', headers });
  if (!reply.ok) throw await failure(reply);
  const { continueAt } = (await reply.json()) as { continueAt: string };
  location.assign(continueAt);
}

/** Whether an answer says that the session is over, or that there is none. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401;

/** The caller as the services see it. */
export const useMe = () => useRead('getMe');

/** Whether the caller's roles allow an operation. False until they are known. */
export function useMay(): (name: Name) => boolean {
  const scopes = useMe().data?.scopes;
  return (name) => {
    const [, , scope] = operations[name];
    return scope === '' || (scopes?.includes(scope) ?? false);
  };
}

/** `person:kim` for the person who is signed in. */
export const useActor = (): string | undefined => useMe().data?.actor;
