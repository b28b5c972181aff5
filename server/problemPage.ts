import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageMessages } from '../contract/errors';
import type { Problem } from './problem';
import { isPage } from './web';

// The colours of the system, light or dark: the theme is in the screens, which are what cannot be served.
const style =
  'html{color-scheme:light dark}body{min-height:90vh;margin:0;padding:16px;display:grid;place-content:center;justify-items:center;gap:16px;text-align:center;font:1.125rem/1.7 system-ui,sans-serif}h1{margin:0}p{margin:0}a{padding:8px 16px}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Whether a person at a browser opens one of the screens, and no program asks for something. */
export const isScreen = (request: FastifyRequest): boolean =>
  isPage(request) && String(request.headers.accept).includes('text/html');

/** A problem as a person reads it who got no screen: its sentence, and a way to try again. */
export const sendProblemPage = (reply: FastifyReply, problem: Problem): FastifyReply =>
  reply
    .status(problem.status)
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${pageMessages.product}</title><style>${style}</style></head><body><h1>${pageMessages.product}</h1><p>${problem.message}</p><a href="">${pageMessages.tryAgain}</a></body></html>`,
    );
