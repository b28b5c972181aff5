import type { Page } from '@playwright/test';
import {
  findingsAtBothWidths,
  findingsInBoth,
  findingsOnPhone,
  goWithin,
  isShown,
} from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';
import { openMore } from '../../support/lists';

type Opened = readonly [route: string, role: 'button' | 'link' | 'menuitem', name: RegExp];

/** Dialogs and lists over the screens of an admin; each is closed by Escape. */
const opened: readonly Opened[] = [
  ['/users', 'menuitem', /^ربط .* بطالب$/],
  ['/users', 'menuitem', /^تغيير كلمة مرور/],
  ['/users', 'button', /^حذف /],
  ['/link-students', 'button', /^ربط كل المتطابقين$/],
  ['/archive', 'button', /^استعادة/],
  ['/audit', 'link', /^تفاصيل: /],
  ['/settings', 'button', /^تغيير كلمة المرور$/],
  ['/dashboard', 'button', /^التراجع عن العمليات$/],
  ['/dashboard', 'button', /^الإشعارات/],
  ['/dashboard', 'button', /^بحث شامل$/],
];

/** Creates something to restore, to undo, to be notified of, and to link. */
async function setScene(page: Page): Promise<void> {
  const call = await callsOf(page, 'admin');
  const program = { program_id: 'GONE', program_name: 'برنامج راحل' };
  const { id } = await call<{ id: number }>('POST', '/programs', program);
  await call('DELETE', `/programs/${id}`);
  await page.request.post('/api/auth/forgot', { data: { username: 'teacher' } });
  const students = await call<{ student_id: string; user_id: number | null }[]>('GET', '/students');
  const free = students.filter(({ user_id }) => user_id === null).slice(0, 2);
  for (const { student_id: username } of free)
    await call('POST', '/users', { username, name: 'حساب طالب', role: 'student' });
}

for (const [what, width, find] of [
  ['is accessible in light and dark', 1280, findingsInBoth],
  ['fits a phone, with targets big enough for a finger', 390, findingsOnPhone],
] as const)
  test(`what opens over the screens of people, archive and settings ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await setScene(page);
    await takeSession(page, 'admin');
    await page.goto('/programs/3');
    await page.getByLabel('الوصف').fill('ليكون ما يُتراجع عنه');
    await page.getByRole('button', { name: 'حفظ', exact: true }).click();
    await expect(page).toHaveURL(/\/programs$/);
    for (const [route, role, name] of opened) {
      if (new URL(page.url()).pathname !== route) await goWithin(page, route);
      // Staff have both, students one of them.
      if (role === 'menuitem')
        await openMore(page.locator('tr, li').filter({ has: page.getByText('معلم', { exact: true }) }));
      await page.getByRole(role, { name }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('.MuiSkeleton-root, [role="progressbar"]')).toHaveCount(0);
      expect(await find(page), `${route} ${name}`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });

const routesOf = {
  teacher: ['/dashboard', '/grades', '/daily-records', '/absences', '/reports', '/archive', '/settings'],
  student: ['/reports', '/archive', '/settings'],
};

for (const role of ['teacher', 'student'] as const)
  test(`every screen that a ${role} may open is accessible, and fits a phone`, async ({ page }) => {
    await takeSession(page, role);
    await page.goto('/nowhere');
    await isShown(page);
    expect(await findingsAtBothWidths(page), '/nowhere').toEqual([]);
    for (const route of routesOf[role]) {
      await goWithin(page, route);
      expect(await findingsAtBothWidths(page), route).toEqual([]);
    }
  });

for (const route of ['/settings', '/students/1', '/users/2'])
  test(`what has the focus never hides under the bar of unsaved changes: ${route}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 600 });
    await takeSession(page, 'admin');
    await page.goto(route);
    const field = page.getByRole('main').getByRole('textbox').first();
    await expect(field).toHaveValue(/.+/);
    await field.fill('قيمة جديدة');
    await expect(page.getByText(/غير محفوظ/)).toBeVisible();
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = [...document.querySelectorAll('.no-print')].find(
          (one) => getComputedStyle(one).position === 'sticky',
        );
        if (!focused || !bar || bar.contains(focused) || !focused.closest('form')) return null;
        const [at, from] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
        return at.bottom > from.top ? `${focused.tagName} ${focused.getAttribute('name')}` : null;
      });
      expect(hidden).toBeNull();
    }
  });
