import { raw, type Sandbox } from './sandbox.js';

/** Posts what a typed client would not let through, and answers the status, and the code of the error or `done`. */
export async function posted(
  sandbox: Pick<Sandbox, 'url'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<[number, unknown]> {
  const { status, json } = await raw(sandbox, 'POST', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return [status, json['code'] ?? 'done'];
}
