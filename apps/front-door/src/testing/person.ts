import { type Answer, type Asked, send } from './door.js';

type Opened = Answer & Readonly<{ url: string }>;
/** Where a person's browser stops following redirects: its address is in `url`. */
type Until = 'the end' | 'stop at the issuer' | 'stop at the callback';
const stops: Readonly<Record<Until, (url: string) => boolean>> = {
  'the end': () => false,
  'stop at the issuer': (url) => new URL(url).pathname === '/auth',
  'stop at the callback': (url) => new URL(url).pathname === '/console/signed-in',
};

/** A browser in few lines: it keeps cookies by host, follows redirects, and sends the headers that a browser sends. */
export class Person {
  private readonly jars = new Map<string, Jar>();

  constructor(readonly origin: string) {}

  /** Opens an address as a person does who types it or follows a link. */
  async open(url: string, asked: Asked = {}, until: Until = 'the end'): Promise<Opened> {
    const answer = await this.send(url, { ...asked, headers: { 'sec-fetch-mode': 'navigate', ...asked.headers } });
    const { location } = answer.headers;
    if (location === undefined) return { ...answer, url };
    const next = new URL(location, url).href;
    return stops[until](next) ? { ...answer, url: next } : this.open(next, {}, until);
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

  /** Signs in as one of the issuer's people, whom the issuer asks if it does not know them. Returns the last page. */
  async signIn(who: string, query = ''): Promise<Opened> {
    const page = await this.open(`${this.origin}/console/sign-in${query}`);
    return page.url.includes('/interaction/') ? this.choose(page.url, who) : page;
  }

  /** Clicks a person on the issuer's page. */
  choose(url: string, who: string, until: Until = 'the end'): Promise<Opened> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.open(url, { method: 'POST', headers, body: `person=${who}` }, until);
  }

  cookie(name: string): string | undefined {
    return this.jarOf('localhost').get(`${name}/`)?.value;
  }

  setCookie(name: string, value: string): void {
    this.jarOf('localhost').set(`${name}/`, { name, value, path: '/' });
  }

  private async send(url: string, asked: Asked): Promise<Answer> {
    const { hostname, pathname } = new URL(url);
    const jar = this.jarOf(hostname);
    const cookies = [...jar.values()].filter(({ path }) => pathname.startsWith(path));
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await send(url, { ...asked, headers: { ...(cookie && { cookie }), ...asked.headers } });
    for (const line of answer.headers['set-cookie'] ?? []) keep(jar, line);
    return answer;
  }

  private jarOf(host: string): Jar {
    const jar = this.jars.get(host) ?? (new Map() as Jar);
    this.jars.set(host, jar);
    return jar;
  }
}

/** The cookies of a host, by name and path. */
type Jar = Map<string, Readonly<{ name: string; value: string; path: string }>>;

function keep(jar: Jar, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const path = /; *path=([^;]+)/i.exec(line)?.[1] ?? '/';
  if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(`${name}${path}`);
  else jar.set(`${name}${path}`, { name, value, path });
}
