import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PageLanguage, pageTexts } from '../../contract/families/guardianPageText';
import { Html, html } from './html';

/** The address decides, else the browser. Other languages get Arabic. */
export function readLanguage({ query, headers }: FastifyRequest): PageLanguage {
  const { lang } = query as { lang?: unknown };
  if (lang === 'en' || lang === 'ar') return lang;
  const accepted = (headers['accept-language'] ?? '').split(',').map((range) => range.trim().slice(0, 2));
  return accepted.find((language) => language === 'ar' || language === 'en') === 'en' ? 'en' : 'ar';
}

// Sizes follow the font size of the reader, and colours the dark mode of the device.
const style = `
:root{color-scheme:light dark;--ink:#1f2a28;--quiet:#56615e;--line:#c9cfcc;--tint:#eef3f1;--page:#fff;--main:#0f6b56;--bad:#a3261b;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e8edeb;--quiet:#a9b4b0;--line:#3c4744;--tint:#1d2725;--page:#121816;--main:#7fd1b9;--bad:#ff9d92;--on:#0c1a16}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:42rem;background:var(--page);color:var(--ink);font:1.0625rem/1.7 system-ui,"Segoe UI",Tahoma,sans-serif;overflow-wrap:break-word}
header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;border-bottom:2px solid var(--main);padding-bottom:.5rem}
h1{font-size:1.15rem;margin:0}h2{font-size:1.3rem;margin:2rem 0 .25rem}h3{font-size:1.0625rem;margin:1.25rem 0 .25rem}
p{margin:.5rem 0}a{color:var(--main);display:inline-block;padding:.25rem 0}
.quiet{color:var(--quiet);font-size:.95rem}
[role=alert]{border:1px solid var(--bad);color:var(--bad);border-radius:.5rem;padding:.5rem .75rem}
[role=status]{border:1px solid var(--main);border-radius:.5rem;padding:.5rem .75rem}
.part{display:inline-block;margin-inline-end:.75rem;white-space:nowrap}
ul{margin:.25rem 0;padding-inline-start:1.25rem}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:start;vertical-align:top;padding:.35rem .4rem;border-bottom:1px solid var(--line);font-weight:400}
thead th{background:var(--tint)}.num{text-align:end;white-space:nowrap}
aside{background:var(--tint);border-radius:.5rem;padding:.25rem .75rem;margin:1rem 0}aside h2{font-size:1.0625rem;margin:.5rem 0}aside h3{margin-top:.75rem}
section{border-top:1px solid var(--line)}section:first-of-type{border:0}
label{display:block;margin:.75rem 0 .25rem}
input:not([type=hidden]):not([type=checkbox]):not([type=radio]),select,textarea{font:inherit;width:100%;max-width:20rem;padding:.6rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--page);color:var(--ink)}
.pin{direction:ltr;text-align:center;letter-spacing:.4em;font-size:1.4rem}
button{font:inherit;margin:.75rem 0;padding:.6rem 1.25rem;min-height:2.75rem;border:1px solid var(--main);border-radius:.5rem;background:var(--main);color:var(--on)}
button.plain{background:none;color:var(--main)}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.5rem}
@media print{form,header a,footer{display:none}body{max-width:none}}
`.replaceAll('\n', '');
const styleHash = createHash('sha256').update(style).digest('base64');

/** For redirects too. */
export const pageHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

export interface PageContent {
  language: PageLanguage;
  /** The address of the page in the other language. */
  otherAddress: string;
  institute: string;
  status?: number;
  body: Html;
}

/** The title and the preview of a shared link have no name of the institute or of a person. */
export function sendPage(
  reply: FastifyReply,
  { language, otherAddress, institute, status = 200, body }: PageContent,
): FastifyReply {
  const text = pageTexts[language];
  const other = language === 'ar' ? 'en' : 'ar';
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const page = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta property="og:title" content="${text.title}" />
        <title>${text.title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <h1><bdi>${institute}</bdi></h1>
          <a href="${otherAddress}" hreflang="${other}" lang="${other}">${text.otherLanguage}</a>
        </header>
        <main>${body}</main>
      </body>
    </html>`;
  return reply.status(status).type('text/html; charset=utf-8').send(page.text);
}
