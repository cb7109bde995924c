import type { Send } from '@jeongsan/http-contract';

/** Wraps a Send: adds the secret key as the user name with an empty password (document 1 section 1.2). */
export function basicAuthorization(send: Send, secretKey: string): Send {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  return (request) =>
    request.endpoint.security === 'basic'
      ? send({ ...request, headers: { ...request.headers, authorization } })
      : send(request);
}
