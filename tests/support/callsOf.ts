import type { Page } from '@playwright/test';

/** Calls the API to prepare data for a browser test. @throws with status and answer if the call is refused */
export type CallAs = <T>(method: string, path: string, data?: unknown) => Promise<T>;

/** Signs in and returns a function that calls the API as this account, without the browser. */
export async function callsOf(page: Page, username: string, password = 'rasd-demo'): Promise<CallAs> {
  const login = await page.request.post('/api/auth/login', { data: { username, password } });
  const { token } = (await login.json()) as { token: string };
  return async <T>(method: string, path: string, data?: unknown) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(`/api${path}`, { method, headers, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
