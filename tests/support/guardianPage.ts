import type { NewGuardianLink } from '../../contract/families/guardianLinks';
import type { TestApp } from './app';

export interface OpenLink {
  code: string;
  pin: string;
}

export async function makeLink(server: TestApp, guardianId: number): Promise<OpenLink> {
  const answer = await server.call<NewGuardianLink>('POST', `/guardians/${guardianId}/link`, { as: 'admin' });
  if (answer.status !== 201) throw new Error(answer.text);
  return { code: answer.body.link_code ?? '', pin: answer.body.link_pin ?? '' };
}

interface PageRequest {
  cookie?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD' | 'POST';
  form?: Record<string, string>;
}

export async function requestPage(
  server: TestApp,
  path: string,
  { cookie, headers = {}, form, method = form ? 'POST' : 'GET' }: PageRequest = {},
) {
  const answer = await server.app.inject({
    method,
    url: `/g/${path}`,
    headers: {
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

export const typePin = (server: TestApp, { code, pin }: OpenLink, headers: Record<string, string> = {}) =>
  requestPage(server, code, { form: { pin }, headers });

/** Types the PIN and returns the cookie as a browser sends it. */
export async function openLink(server: TestApp, link: OpenLink): Promise<string> {
  const { status, headers, text } = await typePin(server, link);
  if (status !== 303) throw new Error(text);
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}
