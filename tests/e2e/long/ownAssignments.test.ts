import type { APIRequestContext, Page } from '@playwright/test';
import { findingsInBoth, findingsOnPhone, isShown } from '../../support/accessible';
import { expect, signIn, test, toast } from '../../support/browserTest';

const password = 'rasd-demo';

/** The calls of an account of the demo institute. */
async function callerOf(request: APIRequestContext, username: string) {
  const signedIn = await request.post('/api/auth/login', { data: { username, password } });
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  return {
    get: async <T>(path: string) => (await (await request.get(`/api${path}`, { headers })).json()) as T,
    post: async <T>(path: string, data: object) =>
      (await (await request.post(`/api${path}`, { headers, data })).json()) as T,
  };
}
type Caller = Awaited<ReturnType<typeof callerOf>>;

const questions = [
  {
    question_text: 'كم عدد أحكام النون الساكنة (والتنوين)؟',
    question_type: 'multiple_choice',
    marks: 4,
    options: [
      { option_text: 'ثلاثة', is_correct: false },
      { option_text: 'أربعة', is_correct: true },
    ],
  },
  { question_text: 'الإظهار من أحكامها', question_type: 'true_false', marks: 2, correct_answer: 'true' },
  {
    question_text: 'اذكر <b>حرفاً</b> من حروف Izhar',
    question_type: 'text',
    marks: 2,
    correct_answer: 'العين',
  },
  { question_text: 'اشرح الإدغام', question_type: 'essay', marks: 2 },
];

/** A published assignment of the student's batch. */
async function newAssignment(request: APIRequestContext, over: object = {}) {
  const admin = await callerOf(request, 'admin');
  const student = await callerOf(request, 'student');
  const [first] = await student.get<{ subject_id: number }[]>('/assignments/student');
  const body = {
    subject_id: first?.subject_id,
    title: 'واجب التجويد (1)',
    due_date: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    is_published: true,
    questions,
    ...over,
  };
  const { id } = await admin.post<{ id: number }>('/assignments', body);
  return { id, admin };
}

const handIns = async (admin: Caller, id: number) =>
  (await admin.get<{ is_submitted: boolean }[]>(`/assignments/${id}/submissions`)).filter(
    ({ is_submitted }) => is_submitted,
  ).length;
const answer = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `إجابة السؤال ${number}`, exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'تسليم الواجب' });
const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'تسليم', exact: true });

test('answers stay after a reload and without a network, and a submission whose answer was lost arrives once', async ({
  page,
  context,
  request,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, admin } = await newAssignment(request);
  await signIn(page, 'student');
  await page.goto('/assignments');
  await page.getByRole('link', { name: 'حل الواجب: واجب التجويد (1)' }).click();
  await page.getByRole('radio', { name: 'أربعة' }).check();
  await answer(page, 3).fill('الهاء');
  await expect(page.getByText('حُفظت إجاباتك.', { exact: true })).toBeVisible();
  expect(await findingsOnPhone(page)).toEqual([]);

  // No network: answers can still be typed and stay on the device, also after a reload.
  await page.route('**/api/assignments/**', (route) =>
    route.request().method() === 'GET' && !route.request().url().endsWith('/draft')
      ? route.continue()
      : route.abort('internetdisconnected'),
  );
  await answer(page, 4).fill('إدخال حرف ساكن\nفي متحرك');
  await expect(page.getByText(/وستُحفظ في الخادم عند عودة الاتصال/)).toBeVisible();
  await page.reload();
  await expect(answer(page, 4)).toHaveValue('إدخال حرف ساكن\nفي متحرك');
  await expect(answer(page, 3)).toHaveValue('الهاء');
  await expect(page.getByRole('radio', { name: 'أربعة' })).toBeChecked();

  await submit(page).click();
  await expect(page.getByText('بقي سؤال واحد بلا إجابة. هل تريد التسليم مع ذلك؟')).toBeVisible();
  await confirm(page).click();
  await expect(page.getByText(/تسليمك محفوظ على هذا الجهاز/)).toBeVisible();
  await expect(answer(page, 4)).toBeDisabled();
  expect(await handIns(admin, id)).toBe(0);

  // The network is back, and the answer to the first attempt is lost; the second attempt recognises the submission.
  let attempts = 0;
  await page.unroute('**/api/assignments/**');
  await page.route('**/api/assignments/*/submit', async (route) => {
    attempts += 1;
    if (attempts > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect.poll(() => handIns(admin, id)).toBe(1);
  await expect(page.getByText(/تسليمك محفوظ على هذا الجهاز/)).toBeVisible();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
  expect(attempts).toBe(2);
  await page.getByRole('link', { name: 'عرض الحل' }).click();
  await expect(page.getByText('إدخال حرف ساكن')).toBeVisible();
  await page.goto('/assignments');
  await expect(page.getByRole('link', { name: 'عرض الحل: واجب التجويد (1)' })).toBeVisible();
  expect(complaints.splice(0).every((line) => /ERR_|409/.test(line))).toBe(true);
});

test('if the session ends while answering, nothing is lost, and waiting answers are submitted after the next sign-in', async ({
  page,
  request,
  complaints,
}) => {
  const { id, admin } = await newAssignment(request);
  await signIn(page, 'student');
  await page.goto(`/assignments/${id}/submit`);
  await answer(page, 3).fill('الحاء');
  await page.evaluate(() => {
    const key = 'rasd.session';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, token: 'ended' }));
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'دخول', exact: true })).toBeVisible();
  await page.getByLabel('اسم المستخدم').fill('student');
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(answer(page, 3)).toHaveValue('الحاء');

  await page.route('**/api/assignments/*/submit', (route) => route.fulfill({ status: 503, json: {} }));
  await submit(page).click();
  await expect(page.getByText('بقيت 3 أسئلة بلا إجابة. هل تريد التسليم مع ذلك؟')).toBeVisible();
  await confirm(page).click();
  await expect(page.getByText(/تسليمك محفوظ على هذا الجهاز/)).toBeVisible();
  await page.unroute('**/api/assignments/*/submit');
  await page.goto('/dashboard');
  await expect.poll(() => handIns(admin, id)).toBe(1);
  complaints.splice(0);
});

test('the pages of a student are accessible in light and dark, and fit a phone', async ({
  page,
  request,
}) => {
  const { id } = await newAssignment(request, {
    due_date: new Date(Date.now() - 3_600_000).toISOString(),
    allow_late_submission: true,
  });
  const ended = await newAssignment(request, { due_date: new Date(Date.now() - 3_600_000).toISOString() });
  const student = await callerOf(request, 'student');
  const all =
    await student.get<{ id: number; submission: { is_graded: boolean } | null }[]>('/assignments/student');
  const graded = all.find(({ submission }) => submission?.is_graded)?.id;
  await signIn(page, 'student');
  const paths = [
    '/assignments',
    `/assignments/${id}/submit`,
    `/assignments/${ended.id}/submit`,
    `/assignments/${graded}/submit`,
    `/assignments/${graded}/view`,
  ];
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await isShown(page);
    expect(await findingsInBoth(page), path).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findingsOnPhone(page), path).toEqual([]);
  }
  await expect(toast(page, /./)).toHaveCount(0);
});

test('an answer page that is open when the deadline passes closes by itself, and says what happens to the answers', async ({
  page,
  request,
  complaints,
}) => {
  const { id, admin } = await newAssignment(request, {
    due_date: new Date(Date.now() + 30_000).toISOString(),
  });
  const { id: later } = await newAssignment(request, { title: 'واجب التجويد (2)' });
  await signIn(page, 'student');
  await page.goto(`/assignments/${later}/submit`);
  await expect(submit(page)).toBeVisible();
  await page.goto(`/assignments/${id}/submit`);
  await answer(page, 3).fill('الهاء');
  await expect(page.getByText('حُفظت إجاباتك.', { exact: true })).toBeVisible();
  await submit(page).click();
  await expect(confirm(page)).toBeVisible();
  const ended = page.getByText('انتهى موعد تسليم الواجب');
  await expect(ended).toBeVisible();
  await expect(confirm(page)).toHaveCount(0);
  await expect(submit(page)).toHaveCount(0);
  await expect(page.getByText(/لم تُسلَّم هذه الإجابات/)).toBeVisible();
  await expect(page.getByText('الهاء')).toBeVisible();
  expect(await findingsOnPhone(page)).toEqual([]);
  expect(await handIns(admin, id)).toBe(0);
  await page.goto(`/assignments/${later}/submit`);
  await expect(submit(page)).toBeVisible();
  expect(complaints).toEqual([]);
});
