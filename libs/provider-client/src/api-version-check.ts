import type { Endpoint } from '@jeongsan/http-contract';
import { API_VERSION_USUAL, type ApiVersion, apiVersions, isBefore } from '@jeongsan/provider-contract';
import { z } from 'zod';

/**
 * The oldest API version whose answers have every member that this client names. Older answers are read as well, without the
 * members that came later: codes of issuers and banks (2022-11-16). The version of a key is a setting in the provider's
 * console; no request can select one.
 */
export const MINIMUM_API_VERSION = API_VERSION_USUAL;

/** A fault that fails no call. */
export type ClientWarning = Readonly<{ code: 'API_VERSION_TOO_OLD'; detail: string }>;

type VersionCheck = Readonly<{ minimum: ApiVersion; onWarning: (warning: ClientWarning) => void }>;

const Versioned = z.object({ version: z.enum(apiVersions) });

/**
 * Watches the answers of a client for the API version of its key, and warns once when the version is older than the minimum.
 * A warning instead of an error: by the time of the answer, a call with money in it has succeeded.
 * Only answers of /v1 carry the version of the key; the envelope of /v2 carries its own.
 */
export function apiVersionCheck({ minimum, onWarning }: VersionCheck): (e: Endpoint, json: unknown) => void {
  let hasWarned = false;
  return ({ path }, json) => {
    if (hasWarned || !path.startsWith('/v1/')) return;
    const version = Versioned.safeParse(json).data?.version;
    if (version === undefined || !isBefore(version, minimum)) return;
    hasWarned = true;
    const detail = `The API key answers in version ${version}; the client needs ${minimum} or later: change the version in the provider's console`;
    try {
      onWarning({ code: 'API_VERSION_TOO_OLD', detail });
    } catch {
      // Dropped: the call has succeeded.
    }
  };
}

/** Writes a warning to stderr, as Node does with its own. */
export const emitWarning = ({ code, detail }: ClientWarning): void =>
  process.emitWarning(detail, { type: 'ProviderClientWarning', code });
