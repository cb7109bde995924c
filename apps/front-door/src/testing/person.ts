import { type Answer, type Asked, send } from './door.js';

/** A browser in few lines: it keeps cookies by host, follows redirects, and sends the headers that a browser sends. */
export class Person {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(readonly origin: string) {}

  /** Opens an address as a person does who types it or follows a link. */
  async open(url: string, asked: Asked = {}): Promise<Answer & { url: string }> {
    const answer = await this.send(url, { ...asked, headers: { 'sec-fetch-mode': 'navigate', ...asked.headers } });
    const { location } = answer.headers;
    if (location === undefined) return { ...answer, url };
    return this.open(new URL(location, url).href);
  }

  /** Calls the door as the console's page does. */
  call(path: string, asked: Asked = {}): Promise<Answer> {
    const isWrite = !['GET', undefined].includes(asked.method);
    const headers = {
      'sec-fetch-site': 'same-origin',
      ...(isWrite && { origin: this.origin, 'x-jeongsan-console': '1' }),
      ...asked.headers,
    };
    return this.send(`${this.origin}${path}`, { ...asked, headers });
  }

  /** Signs in as one of the issuer's people. Returns the page that the door answers at the end. */
  async signIn(who: string, query = ''): Promise<Answer & { url: string }> {
    const page = await this.open(`${this.origin}/console/sign-in${query}`);
    if (!page.url.includes('/interaction/')) return page;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.open(page.url, { method: 'POST', headers: form, body: `person=${who}` });
  }

  cookie(name: string, host = 'localhost'): string | undefined {
    return this.jars.get(host)?.get(name);
  }

  setCookie(name: string, value: string, host = 'localhost'): void {
    this.jarOf(host).set(name, value);
  }

  private async send(url: string, asked: Asked): Promise<Answer> {
    const jar = this.jarOf(new URL(url).hostname);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(url, { ...asked, headers: { ...(cookie && { cookie }), ...asked.headers } });
    for (const line of answer.headers['set-cookie'] ?? []) keep(jar, line);
    return answer;
  }

  private jarOf(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line) || value === '') jar.delete(name);
  else jar.set(name, value);
}
