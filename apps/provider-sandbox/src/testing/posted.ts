import { raw, type Sandbox } from './sandbox.js';

/** Posts a body without the typed client, which would refuse it; returns the status, and the error's code or `done`. */
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
