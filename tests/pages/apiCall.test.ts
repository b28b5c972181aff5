import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiCall } from '../../src/dataProvider/apiCall';
import { dataProvider } from '../../src/dataProvider';
import { readAll } from '../../src/dataProvider/lists';
import { setStepUpPrompt } from '../../src/dataProvider/stepUp';
import { currentSession, dropSession, startSession, undoSessionId } from '../../src/dataProvider/session';

const person = (id: number, role: 'admin' | 'teacher' = 'admin') => {
  const user = { id, name: `شخص ${id}`, role, username: `u${id}`, email: null };
  startSession({ user, token: `token-${id}` } as unknown as Parameters<typeof startSession>[0], false);
};

/** A network that answers only when the test says so. */
function newDelayedNetwork() {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  return answers;
}

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ error: 'مرفوض', code }), { status });
const get = (path = '/programs') => apiCall({ method: 'GET', path });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  dropSession('left');
});

it('a 401 ends the session that sent the call', async () => {
  const answers = newDelayedNetwork();
  person(1);
  const call = get();
  answers[0]?.(refusal(401, 'UNAUTHENTICATED'));
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toBeNull();
});

it('the error of a refused call has the seconds of `Retry-After` if the header is a number', async () => {
  const answers = newDelayedNetwork();
  for (const [header, seconds] of [
    ['42', 42],
    ['Sun, 22 Nov 2026 09:00:00 GMT', null],
    ['', null],
  ] as const) {
    const call = get();
    answers.pop()?.(new Response('{}', { status: 429, headers: { 'Retry-After': header } }));
    await expect(call).rejects.toMatchObject({ status: 429, retryAfter: seconds });
  }
});

it.each([
  [401, 'UNAUTHENTICATED'],
  [403, 'MUST_CHANGE_PASSWORD'],
])('a late response %i %s to the previous user does not affect the next user', async (status, code) => {
  const answers = newDelayedNetwork();
  person(1);
  const lateCall = get();
  dropSession('left');
  person(2);
  answers[0]?.(refusal(status, code));
  await expect(lateCall).rejects.toMatchObject({ status });
  expect(currentSession()).toMatchObject({ token: 'token-2' });
  expect(currentSession()?.user.must_change_password).toBeUndefined();
});

it('every call has the token, client name, encoded user name and undo session; before the sign-in it has none', async () => {
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return new Response('[]');
  });
  await get();
  person(7);
  await get();
  const names = ['authorization', 'x-user-id', 'x-user-name', 'x-user-role', 'x-session-id'];
  expect(names.map((name) => sent[0]?.get(name))).toEqual(names.map(() => null));
  expect(names.map((name) => sent[1]?.get(name))).toEqual([
    'Bearer token-7',
    '7',
    encodeURIComponent('شخص 7'),
    'admin',
    undoSessionId(),
  ]);
});

it('a proxy page with status 200 counts as a lost network', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>سجّل الدخول إلى الشبكة</html>'));
  await expect(get()).rejects.toMatchObject({ code: 'NETWORK' });
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
  await expect(get()).rejects.toMatchObject({ status: 502, code: 'UNKNOWN' });
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect((await get()).json).toBeNull();
});

it('a cacheable call ends after its time limit, because a pending call makes later calls late', async () => {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError'))),
      ),
  );
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { controller: {} } }));
  person(1, 'teacher');
  const call = get('/fault-kinds');
  expect(limits).toHaveLength(1);
  limits[0]?.abort();
  await expect(call).rejects.toMatchObject({ code: 'NETWORK' });
});

it('a list response that is no list is an error, not an empty institute', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"rows":[]}'));
  await expect(readAll('programs')).rejects.toThrow('حدث خطأ غير متوقع في الخادم');
});

it('a call that needs a step-up asks for the password once and is repeated with its body', async () => {
  const bodies: unknown[] = [];
  let isOpen = false;
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    bodies.push(body);
    return isOpen ? new Response('{"id":1}') : refusal(403, 'STEP_UP_REQUIRED');
  });
  person(1);
  const write = (path = '/users/2') => apiCall({ method: 'PUT', path, body: { role: 'admin' } });
  // The call fails if no dialog can ask, or if the user cancels.
  await expect(write()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  const giveUp = setStepUpPrompt(async () => false);
  await expect(write()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  giveUp();
  const askPassword = vi.fn<() => Promise<boolean>>(async () => (isOpen = true));
  const stop = setStepUpPrompt(askPassword);
  // The cleanup asks for the password on its own page.
  await expect(write('/cleanup/grades')).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  bodies.length = 0;
  const both = await Promise.all([write(), write('/users/3')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(askPassword).toHaveBeenCalledTimes(1);
  expect(bodies).toEqual(Array.from({ length: 4 }, () => '{"role":"admin"}'));
  stop();
});

it('a call that needs a step-up is not repeated after another user has signed in', async () => {
  const answers = newDelayedNetwork();
  person(1);
  const stop = setStepUpPrompt(async () => {
    dropSession('left');
    person(2);
    return true;
  });
  const call = get();
  answers[0]?.(refusal(403, 'STEP_UP_REQUIRED'));
  await expect(call).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(answers).toHaveLength(1);
  stop();
});

describe('a write with a lost response', () => {
  interface Sent {
    key: string | null;
    body: unknown;
  }
  type Reply = Response | 'lost';

  /** A network with these answers. @returns the sent requests */
  function network(...replies: Reply[]): Sent[] {
    const sent: Sent[] = [];
    vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
      sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) });
      const reply = replies.shift();
      if (!reply || reply === 'lost') throw new TypeError('Failed to fetch');
      return reply;
    });
    return sent;
  }
  const ok = () => new Response('{}');
  const staleResponse = (current: unknown) =>
    new Response(JSON.stringify({ error: 'عدّل شخص آخر هذا السجل بعد فتحه', code: 'STALE', current }), {
      status: 409,
    });
  const put = (body: unknown, path = '/programs/1') => apiCall({ method: 'PUT', path, body });
  const loseResponse = (body: unknown, path?: string) =>
    expect(put(body, path)).rejects.toMatchObject({ code: 'NETWORK' });

  it('a lost write is sent again with its key; other writes, other users and later writes get new keys', async () => {
    person(11);
    const sent = network('lost', ok(), ok(), 'lost', ok(), 'lost', ok());
    await loseResponse({ duration: 'سنة' });
    await put({ duration: 'سنة' });
    await put({ duration: 'سنة' });
    await loseResponse({ duration: 'سنتان' });
    await put({ duration: 'ثلاث' });
    await loseResponse({ duration: 'أربع' });
    person(12);
    await put({ duration: 'أربع' });
    const keys = sent.map(({ key }) => key);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys.slice(1)).size).toBe(keys.length - 1);
  });

  it('a sign-in has no key, and a key set by the caller stays', async () => {
    const sent = network(ok(), ok());
    await apiCall({ method: 'POST', path: '/auth/login', body: {} });
    const headers = { 'Idempotency-Key': 'given-by-the-import' };
    await apiCall({ method: 'POST', path: '/students/import', body: {}, headers });
    expect(sent.map(({ key }) => key)).toEqual([null, 'given-by-the-import']);
  });

  it('a lost write is no conflict with another user: later changes are saved over this write, also repeatedly', async () => {
    person(13);
    const sent = network(
      'lost',
      staleResponse({ id: 1, duration: 'سنة', status: null, updated_at: '2026-11-02', version: 4 }),
      'lost',
      staleResponse({ id: 1, duration: 'سنتان', status: null, updated_at: '2026-11-03', version: 5 }),
      ok(),
    );
    // A form sends the whole record back.
    const read = { status: '', updated_at: '2026-11-01', version: 3 };
    await loseResponse({ ...read, duration: 'سنة ' });
    await loseResponse({ ...read, duration: 'سنتان' });
    await put({ ...read, duration: 'ثلاث' });
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([3, 3, 4, 3, 5]);
    expect(sent.at(-1)?.body).toEqual({ ...read, duration: 'ثلاث', version: 5 });
  });

  it.each([
    ['another value is stored', { duration: 'قرن', version: 4 }],
    ['another user has saved since', { duration: 'سنة', version: 5 }],
  ])('a lost write is a conflict with another user if %s', async (_, current) => {
    person(14);
    const sent = network('lost', staleResponse(current));
    await loseResponse({ duration: 'سنة', version: 3 });
    await expect(put({ duration: 'سنتان', version: 3 })).rejects.toMatchObject({ code: 'STALE' });
    expect(sent).toHaveLength(2);
  });

  it('a later change overwrites marks of the lost write, not rows of another user', async () => {
    person(15);
    const save = (testGrade: number, other = 1) =>
      apiCall({
        method: 'POST',
        path: '/grades/save',
        body: {
          batchName: 'ب',
          grades: [
            { studentId: '1', testGrade, version: 2 },
            { studentId: '2', testGrade: 5, version: other },
          ],
        },
      });
    const mine = { studentId: '1', testGrade: 40, readingGrade: null, version: 3 };
    const sent = network(
      'lost',
      staleResponse([mine]),
      ok(),
      'lost',
      staleResponse([mine, { studentId: '2', testGrade: 6, version: 2 }]),
    );
    await expect(save(40)).rejects.toMatchObject({ code: 'NETWORK' });
    await save(41);
    expect(sent.at(-1)?.body).toMatchObject({ grades: [{ testGrade: 41, version: 3 }, { version: 1 }] });
    await expect(save(40)).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(save(42)).rejects.toMatchObject({ code: 'STALE' });
  });

  it('a later change overwrites absences of the lost write, not those of another user', async () => {
    person(16);
    const absence = (studentId: string) => ({
      studentId,
      studentName: 'سعد',
      type: 'غياب بدون عذر',
      notes: '',
    });
    const path = '/absences/a/b/2026-11-02';
    const current = {
      students: [],
      taken: true,
      version: 1,
      absences: [{ ...absence('1'), id: 9, notes: null }],
    };
    const sent = network(
      'lost',
      staleResponse(current),
      ok(),
      'lost',
      staleResponse({ ...current, absences: [] }),
    );
    await loseResponse({ absentStudents: [absence('1')], version: 0 }, path);
    await put({ absentStudents: [absence('1'), absence('2')], version: 0 }, path);
    expect(sent.at(-1)?.body).toMatchObject({ absentStudents: [{}, {}], version: 1 });
    await loseResponse({ absentStudents: [absence('1')], version: 0 }, path);
    await expect(put({ absentStudents: [], version: 0 }, path)).rejects.toMatchObject({ code: 'STALE' });
  });

  it('a write is rebased on its own lost version only once, so that no server causes an endless loop', async () => {
    person(21);
    const current = { duration: 'سنة', version: 4 };
    const sent = network(
      'lost',
      staleResponse(current),
      staleResponse(current),
      staleResponse(current),
      staleResponse(current),
    );
    await loseResponse({ duration: 'سنة', version: 3 });
    await expect(put({ duration: 'سنتان', version: 3 })).rejects.toMatchObject({ code: 'STALE' });
    expect(sent).toHaveLength(3);
  });

  it('a lost write with a one-time password returns a new password, because the first was never shown', async () => {
    person(22);
    const json = (value: object) => new Response(JSON.stringify(value));
    const sent = network(
      'lost',
      json({ success: true, temporary_password: null }),
      json({ success: true, temporary_password: 'jadida-9' }),
      json({ success: true }),
    );
    await expect(dataProvider.setUserPassword(5, null)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(await dataProvider.setUserPassword(5, null)).toMatchObject({ temporary_password: 'jadida-9' });
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
    await dataProvider.setUserPassword(5, 'typed-by-the-admin');
    expect(sent).toHaveLength(4);
  });

  describe('a lost write after a reload', () => {
    const twenty = { first_name: 'سعد', version: 3 };
    /** Simulates a reload: the modules are imported again, and the session is in the storage. */
    async function reloadApi(): Promise<typeof apiCall> {
      window.dispatchEvent(new Event('pagehide'));
      vi.resetModules();
      return (await import('../../src/dataProvider/apiCall')).apiCall;
    }
    afterEach(() => sessionStorage.clear());

    it('the same write keeps its key, and later changes overwrite it', async () => {
      person(17);
      const current = { id: 1, duration: 'سنة', version: 4 };
      const sent = network('lost', 'lost', ok(), staleResponse(current), ok());
      await loseResponse({ duration: 'سنة', version: 3 });
      await loseResponse(twenty, '/students/2');
      const call = await reloadApi();
      await call({ method: 'PUT', path: '/students/2', body: twenty });
      expect(sent[2]?.key).toBe(sent[1]?.key);
      await call({ method: 'PUT', path: '/programs/1', body: { duration: 'سنتان', version: 3 } });
      expect(sent.at(-1)?.body).toEqual({ duration: 'سنتان', version: 4 });
    });

    it('a write keeps its key even if the response was pending', async () => {
      person(18);
      const keys: (string | null)[] = [];
      vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
        keys.push(new Headers(headers).get('idempotency-key'));
        return keys.length === 1 ? new Promise<Response>(() => undefined) : Promise.resolve(ok());
      });
      const before = await reloadApi();
      void before({ method: 'PUT', path: '/programs/1', body: twenty });
      await vi.waitFor(() => expect(keys).toHaveLength(1), { timeout: 60_000 });
      const call = await reloadApi();
      await call({ method: 'PUT', path: '/programs/1', body: twenty });
      await call({ method: 'PUT', path: '/programs/1', body: twenty });
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).not.toBe(keys[0]);
    });

    it('the device stores no password', async () => {
      person(19);
      network('lost', 'lost');
      const call = await reloadApi();
      const password = 'نخلة-وسبع-سنابل';
      for (const body of [{ password }, { ...twenty, first_name: 'نورة' }])
        await expect(call({ method: 'PUT', path: '/users/2', body })).rejects.toMatchObject({ status: 0 });
      window.dispatchEvent(new Event('pagehide'));
      const sessionText = JSON.stringify({ ...sessionStorage });
      expect(sessionText).toContain('نورة');
      expect(sessionText).not.toContain('نخلة');
    });
  });
});
