import { toOpenApi, type Contract, type Endpoint } from '@jeongsan/http-contract';

/** The page at /docs, and its content security policy. */
export type Reference = Readonly<{ page: string; policy: string }>;

/** The reference of a service by itself: a page without scripts or external resources. */
export const simpleReference = (title: string, contract: Contract): Reference => ({
  page: referencePage(title, contract),
  policy: "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
});

function referencePage(title: string, contract: Contract): string {
  const { paths, components } = toOpenApi(title, '1', contract);
  const sections = Object.entries(contract).map(([name, e]) =>
    section(name, e, paths[e.path]?.[e.method.toLowerCase()] ?? {}),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>${STYLE}</style></head>
<body><h1>${escape(title)}</h1><p>The same in machine form: <a href="/openapi.json">/openapi.json</a></p>
<nav><ul>${Object.entries(contract).map(tableOfContents).join('\n')}</ul></nav>
${sections.join('\n')}
${Object.entries(components.schemas).map(component).join('\n')}</body></html>`;
}

const tableOfContents = ([name, e]: [string, Endpoint]): string =>
  `<li><a href="#${escape(name)}"><b>${e.method}</b> <code>${escape(e.path)}</code></a> ${escape(e.summary)}</li>`;

type Operation = {
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: object };
  responses?: Record<string, { content: object }>;
};

function section(name: string, e: Endpoint, operation: Operation): string {
  const access =
    e.security === 'none'
      ? 'open to everybody'
      : `${e.security}${e.scope ? `, scope <code>${escape(e.scope)}</code>` : ''}`;
  const parameters = (operation.parameters ?? []).map(
    (p) =>
      `<tr><td><code>${escape(p.name)}</code></td><td>${p.in}${p.required ? ', required' : ''}</td><td>${schema(p.schema)}</td></tr>`,
  );
  return `<section id="${escape(name)}"><h2>${e.method} <code>${escape(e.path)}</code></h2>
<p>${escape(e.summary)}. Access: ${access}.${e.sealed ? ' The body travels encrypted.' : ''}</p>
${parameters.length > 0 ? `<table>${parameters.join('')}</table>` : ''}
${operation.requestBody ? `<h3>Request</h3>${schema(operation.requestBody.content)}` : ''}
<h3>Reply ${e.success.status}</h3>${schema(operation.responses?.[String(e.success.status)]?.content ?? {})}
${e.errors.length > 0 ? `<h3>Errors</h3><p>${e.errors.map((code) => `<code>${escape(code)}</code>`).join(' ')}</p>` : ''}</section>`;
}

/** A schema that several replies refer to. */
const component = ([name, value]: [string, object]): string =>
  `<section id="${escape(name)}"><h2>${escape(name)}</h2>${schema(value)}</section>`;

const schema = (value: object): string =>
  `<details><summary>schema</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`;

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{background:#f4f4f6;padding:1rem;overflow:auto}
section{border-top:1px solid #ccc;margin-top:2rem}td{padding:.2rem 1rem .2rem 0;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#131316;color:#e4e4e7}pre{background:#1e1e22}a{color:#8ab4f8}}`;
