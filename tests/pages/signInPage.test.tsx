import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SignInResult } from '../../contract/accounts/auth';
import { errors } from '../../contract/errors';
import { Root } from '../../src/Root';
import { currentSession, dropSession, startSession } from '../../src/dataProvider/session';
import { SignInPage } from '../../src/sign-in/SignInPage';
import { TemporaryPasswordPage } from '../../src/sign-in/TemporaryPasswordPage';

const wrongMessage = 'فشل تسجيل الدخول - تحقق من اسم المستخدم وكلمة المرور';
const silent = 'الخادم لا يستجيب الآن، الرجاء المحاولة بعد لحظات';
const offline = 'تعذّر الاتصال بالخادم، تحقق من الشبكة ثم حاول من جديد';

const problem = (code: keyof typeof errors) =>
  new Response(JSON.stringify({ error: errors[code].message, code }), { status: errors[code].status });
/** The response of a proxy in front of the server. */
const page = (status: number) =>
  new Response(`<html><h1>${status} Bad Gateway</h1></html>`, {
    status,
    headers: { 'content-type': 'text/html' },
  });
/** The response of a proxy that sends JSON. */
const buildForeignResponse = (status: number) =>
  new Response(
    JSON.stringify({ statusCode: status, error: 'Bad Gateway', message: 'connect ECONNREFUSED' }),
    {
      status,
    },
  );

const network = (answer: () => Response | Error) => {
  const fetchSpy = vi.fn<() => Promise<Response>>(async () => {
    const response = answer();
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal('fetch', fetchSpy);
  return fetchSpy;
};
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const enter = (username = 'admin', password = 'kalima') => {
  type('اسم المستخدم', username);
  type('كلمة المرور', password);
  fireEvent.click(screen.getByRole('button', { name: 'دخول' }));
};
const expectAlert = async (sentence: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));

beforeEach(() => {
  window.history.replaceState(null, '', '/login');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  dropSession('left');
});

it.each([
  ['a wrong password', () => problem('BAD_CREDENTIALS'), wrongMessage],
  ['a body that the server does not take', () => problem('VALIDATION'), wrongMessage],
  ['a 401 of another server', () => new Response(null, { status: 401 }), wrongMessage],
  ['too many attempts', () => problem('TOO_MANY'), errors.TOO_MANY.message],
  ['too many calls, says a proxy', () => page(429), errors.TOO_MANY.message],
  ['a busy server', () => problem('BUSY'), errors.BUSY.message],
  ['a full disk', () => problem('STORAGE_FULL'), errors.STORAGE_FULL.message],
  ['an unforeseen error', () => problem('INTERNAL'), errors.INTERNAL.message],
  ['a body that is too large', () => problem('TOO_LARGE'), errors.TOO_LARGE.message],
  ['a body that is too large, says a proxy', () => page(413), errors.TOO_LARGE.message],
  ['a page of a proxy, 502', () => page(502), silent],
  ['a page of a proxy, 503', () => page(503), silent],
  ['a page of a proxy, 504', () => page(504), silent],
  ['an English answer of a proxy', () => buildForeignResponse(502), silent],
  ['a page of a proxy, 403', () => page(403), 'حدث خطأ غير متوقع في الخادم'],
  ['a page of a proxy, 404', () => page(404), 'حدث خطأ غير متوقع في الخادم'],
  ['a page in the place of an answer', () => page(200), offline],
  ['no network', () => new TypeError('Failed to fetch'), offline],
] as const)(
  'the sign-in shows a message for %s, keeps the inputs, and allows a retry',
  async (_what, answer, sentence) => {
    const fetchSpy = network(answer);
    render(
      <SignInPage isExpired={false} onAttempt={() => undefined} onTemporaryPassword={() => undefined} />,
    );
    enter();
    await expectAlert(sentence);
    expect(document.body.textContent).not.toMatch(/[{}<]|Bad Gateway|ECONN/);
    expect(screen.getByLabelText<HTMLInputElement>('اسم المستخدم').value).toBe('admin');
    expect(screen.getByLabelText<HTMLInputElement>('كلمة المرور').value).toBe('kalima');
    expect(currentSession()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'دخول' }));
    await waitFor(() => expect(fetchSpy).toHaveBeenCalledTimes(2));
  },
);

it('a second try after a failure signs in and clears the message', async () => {
  const user = { id: 1, name: 'س', username: 'admin', role: 'admin', email: null, student_id: null };
  const answers = [page(502), new Response(JSON.stringify({ user, token: 'token' }))];
  network(() => answers.shift() ?? page(500));
  render(<SignInPage isExpired={false} onAttempt={() => undefined} onTemporaryPassword={() => undefined} />);
  enter();
  await expectAlert(silent);
  fireEvent.click(screen.getByRole('button', { name: 'دخول' }));
  await waitFor(() => expect(currentSession()?.token).toBe('token'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an empty field shows a message, and nothing is sent', async () => {
  const fetchSpy = network(() => page(500));
  render(<SignInPage isExpired={false} onAttempt={() => undefined} onTemporaryPassword={() => undefined} />);
  for (const [username, password] of [
    ['', ''],
    ['admin', ''],
    ['   ', 'kalima'],
  ] as const) {
    enter(username, password);
    await expectAlert('الرجاء إدخال اسم المستخدم وكلمة المرور');
  }
  expect(fetchSpy).not.toHaveBeenCalled();
});

it('a failed request for a password shows a message and keeps the name; a server without such requests has no button', async () => {
  const answers = [page(502), problem('TOO_MANY'), new Response(null, { status: 404 })];
  const fetchSpy = network(() => answers.shift() ?? page(500));
  render(<SignInPage isExpired={false} onAttempt={() => undefined} onTemporaryPassword={() => undefined} />);
  type('اسم المستخدم', 'teacher');
  fireEvent.click(screen.getByRole('button', { name: 'نسيت كلمة المرور؟' }));
  expect(screen.getByLabelText<HTMLInputElement>('اسم المستخدم').value).toBe('teacher');
  for (const sentence of [
    silent,
    errors.TOO_MANY.message,
    'هذا الخادم لا يستقبل طلبات كلمة المرور، الرجاء مراجعة إدارة المعهد',
  ]) {
    fireEvent.click(screen.getByRole('button', { name: 'إرسال الطلب' }));
    await expectAlert(sentence);
  }
  expect(fetchSpy).toHaveBeenCalledTimes(3);
  fireEvent.click(screen.getByRole('button', { name: 'العودة إلى تسجيل الدخول' }));
  expect(screen.getByRole('heading', { name: 'تسجيل الدخول' })).toBeTruthy();
});

it('a temporary password is replaced by a new one, long enough and typed twice, and a refusal shows the reason', async () => {
  const sentence = errors.WRONG_PASSWORD.message;
  const answers = [page(502), problem('WRONG_PASSWORD'), new Error('offline')];
  const fetchSpy = network(() => answers.shift() ?? page(500));
  render(<TemporaryPasswordPage typed={null} onForget={() => undefined} />);
  const change = () => fireEvent.click(screen.getByRole('button', { name: 'تغيير كلمة المرور' }));
  change();
  await expectAlert('الرجاء إدخال جميع البيانات المطلوبة');
  type('كلمة المرور الحالية', 'abcd-efgh-jkmn');
  type('كلمة المرور الجديدة', 'قصيرة');
  change();
  await expectAlert('كلمة المرور يجب ألا تقل عن 8 أحرف');
  type('كلمة المرور الجديدة', 'نخلة وسبع سنابل');
  change();
  await expectAlert('كلمتا المرور غير متطابقتين');
  type('تأكيد كلمة المرور الجديدة', 'نخلة وسبع سنابل');
  expect(fetchSpy).not.toHaveBeenCalled();
  for (const expected of [silent, sentence, offline]) {
    change();
    await expectAlert(expected);
    expect(screen.getByLabelText<HTMLInputElement>('كلمة المرور الجديدة').value).toBe('نخلة وسبع سنابل');
  }
});

const temporary = 'abcd-efgh-jkmn';
const signInResponse = (mustChange: boolean) => {
  const user = {
    id: 1,
    name: 'سليمان',
    username: 'teacher2',
    role: 'teacher',
    email: null,
    student_id: null,
  };
  return new Response(
    JSON.stringify({ user: { ...user, must_change_password: mustChange, section: null }, token: 'token' }),
  );
};
const typeNew = () => {
  type('كلمة المرور الجديدة', 'نخلة وسبع سنابل');
  type('تأكيد كلمة المرور الجديدة', 'نخلة وسبع سنابل');
  fireEvent.click(screen.getByRole('button', { name: 'تغيير كلمة المرور' }));
};
const sentBodies = (fetchSpy: ReturnType<typeof network>) =>
  fetchSpy.mock.calls.map((call) => JSON.parse(String((call as unknown as [string, RequestInit])[1].body)));

it('the page after a sign-in with a temporary password does not ask for it again, except after a refusal', async () => {
  const answers = [signInResponse(true), problem('WRONG_PASSWORD'), page(502)];
  const fetchSpy = network(() => answers.shift() ?? page(500));
  render(<Root />);
  enter('teacher2', temporary);
  await screen.findByRole('heading', { name: 'تغيير كلمة المرور المؤقتة' });
  expect(screen.queryByLabelText('كلمة المرور الحالية')).toBeNull();
  typeNew();
  await expectAlert(errors.WRONG_PASSWORD.message);
  expect(sentBodies(fetchSpy)[1]).toEqual({ current: temporary, new: 'نخلة وسبع سنابل' });
  type('كلمة المرور الحالية', 'another');
  typeNew();
  await expectAlert(silent);
  expect(sentBodies(fetchSpy)[2]).toMatchObject({ current: 'another' });
});

it('the page does not send the temporary password of another user, who signed in before', async () => {
  const fetchSpy = network(() => signInResponse(true));
  render(<Root />);
  enter('teacher2', temporary);
  await screen.findByRole('heading', { name: 'تغيير كلمة المرور المؤقتة' });
  // Another user signs in, in another tab.
  const other = (await signInResponse(true).json()) as SignInResult;
  act(() => startSession({ token: 'other', user: { ...other.user, id: 2 } }, false));
  expect(await screen.findByLabelText('كلمة المرور الحالية')).toBeTruthy();
  typeNew();
  await expectAlert('الرجاء إدخال جميع البيانات المطلوبة');
  expect(fetchSpy).toHaveBeenCalledOnce();
});

it('the page asks for the temporary password in another tab, and ten minutes after the sign-in', async () => {
  network(() => page(500));
  vi.useFakeTimers();
  const onForget = vi.fn<() => void>();
  const typed = { password: temporary, userId: 1, typedAt: Date.now() };
  render(<TemporaryPasswordPage typed={typed} onForget={onForget} />);
  vi.advanceTimersByTime(9 * 60_000);
  expect(onForget).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onForget).toHaveBeenCalledOnce();
  cleanup();
  const asleep = { password: temporary, userId: 1, typedAt: Date.now() - 11 * 60_000 };
  const fetchSpy = network(() => page(500));
  render(<TemporaryPasswordPage typed={asleep} onForget={onForget} />);
  typeNew();
  expect(onForget).toHaveBeenCalledTimes(2);
  expect(fetchSpy).not.toHaveBeenCalled();
  cleanup();
  vi.useRealTimers();
  startSession((await signInResponse(true).json()) as SignInResult, false);
  render(<Root />);
  expect(await screen.findByLabelText('كلمة المرور الحالية')).toBeTruthy();
});
