import type { Send } from '@jeongsan/http-contract';

/** Adds the secret key the way the provider reads it: as the user name, with an empty password (document 1 section 1.2). */
export function basicAuthorization(send: Send, secretKey: string): Send {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  return (request) =>
    request.endpoint.security === 'basic'
      ? send({ ...request, headers: { ...request.headers, authorization } })
      : send(request);
}
