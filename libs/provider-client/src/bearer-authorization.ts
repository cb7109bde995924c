import { CallError, type Send } from '@jeongsan/http-contract';

/** Wraps a Send: adds the customer's token (document 2 section 5). A call without a token is not sent. */
export function bearerAuthorization(send: Send): Send {
  return async (request) => {
    const { endpoint, method, headers } = request;
    if (endpoint.security === 'bearer' && headers['authorization'] === undefined) {
      const detail = `${method} ${endpoint.path} needs the access token of a customer: pass it as options.accessToken`;
      throw new CallError('rejected', 0, 'NO_ACCESS_TOKEN', detail);
    }
    return send(request);
  };
}
