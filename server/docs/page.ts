import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/index';
import { openApi } from './openapi';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
code { font: 14px/1.5 ui-monospace, monospace; }
b { min-width: 4.5rem; }
small { opacity: .75; }
pre { overflow: auto; padding: 1rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 8px; }
`;

/** The API for readers: one entry per call, made from the contract when it is first asked for; no script, nothing from elsewhere. */
export function docsPage(app: FastifyInstance): void {
  let html: Buffer | undefined; // to make it takes a third of the time in which the server starts
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
  app.get('/api/docs', (_request, reply) => {
    html ??= Buffer.from(page());
    void reply.header('Content-Security-Policy', policy);
    return reply.type('text/html; charset=utf-8').send(html);
  });
}

function page(): string {
  const paths = openApi()['paths'] as Record<string, Record<string, unknown>>;
  const parts = groups();
  const sections = [...parts].map(([part, rows]) => {
    const entries = rows.map(({ method, path, summary, roles, isAddition }) => {
      const access = roles === 'public' ? 'public' : roles.join(', ');
      const shape = JSON.stringify(paths[path]?.[method.toLowerCase()], null, 2);
      return `<details><summary><b>${method}</b> <code>/api${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span> <small>${access}${isAddition ? ' · addition' : ''}</small></summary><pre><code>${escapeHtml(shape)}</code></pre></details>`;
    });
    return `<h2>${escapeHtml(part)}</h2>${entries.join('')}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rasd API</title><style>${style}</style><h1>Rasd API</h1><p>The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Every call but the public ones needs <code>Authorization: Bearer</code>.</p>${sections.join('')}</html>`;
}

function groups(): Map<string, (typeof endpoints)[number][]> {
  const parts = new Map<string, (typeof endpoints)[number][]>();
  for (const endpoint of endpoints) {
    const part = endpoint.path.split('/')[1] ?? '';
    parts.set(part, [...(parts.get(part) ?? []), endpoint]);
  }
  return parts;
}
