import type { Page } from '@playwright/test';

/** Calls the API to prepare data. Throws with status and answer if the server refuses. */
export type ApiCaller = <T>(method: string, path: string, data?: unknown) => Promise<T>;

/** Signs in without the browser. */
export async function newApiCaller(page: Page, username: string, password = 'rasd-demo'): Promise<ApiCaller> {
  const login = await page.request.post('/api/auth/login', { data: { username, password } });
  const { token } = (await login.json()) as { token: string };
  return async <T>(method: string, path: string, data?: unknown) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(`/api${path}`, { method, headers, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
