import { CallError, type Send } from '@jeongsan/http-contract';

/** An API key or a token, or a function that returns the one that is valid now. */
export type Credential = string | (() => string | Promise<string>);

/** A Send that sends the credential. A call without a usable credential is `rejected`: nothing was sent. */
export function authorized(send: Send, credential: Credential): Send {
  return async (request) => {
    return send({ ...request, headers: { ...request.headers, authorization: await authorizationBy(credential) } });
  };
}

/** The header that proves the credential of this moment. Throws CallError NO_CREDENTIAL. */
export const authorizationBy = async (credential: Credential): Promise<string> =>
  `Bearer ${await validNow(credential)}`;

async function validNow(credential: Credential): Promise<string> {
  if (typeof credential === 'string') return credential;
  let given: unknown;
  try {
    given = await credential();
  } catch (cause) {
    throw noCredential('The function for the credential failed', { cause });
  }
  if (!isCredential(given)) throw noCredential('The function for the credential returned none');
  return given;
}

const noCredential = (detail: string, options?: ErrorOptions): CallError =>
  new CallError('rejected', 0, 'NO_CREDENTIAL', detail, options);

/** A line break from a file of settings would otherwise make each call fail in `fetch`, whose error repeats the credential. */
export const isCredential = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
