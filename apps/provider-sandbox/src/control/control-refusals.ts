import { Refusal } from '@jeongsan/http-contract';

export const notFound = (what: string): Refusal => new Refusal(404, 'NOT_FOUND', `There is no ${what}`);
export const notPossible = (why: string): Refusal => new Refusal(409, 'NOT_POSSIBLE', why);
export const invalid = (why: string): Refusal => new Refusal(400, 'INVALID_REQUEST', why);
export const forbiddenOrigin = (): Refusal =>
  new Refusal(403, 'FORBIDDEN_ORIGIN', 'A web page of another host may not move the sandbox');
export const forbiddenHost = (): Refusal =>
  new Refusal(
    403,
    'FORBIDDEN_HOST',
    'The sandbox is controlled under the names of its own machine and those of CONTROL_HOSTS',
  );
