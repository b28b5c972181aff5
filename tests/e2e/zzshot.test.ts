import { takeSession, test } from '../support/browserTest';

for (const theme of ['light', 'dark'] as const)
  for (const [name, size] of [['wide', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844 }]] as const)
    test(`shot ${theme} ${name}`, async ({ page, consoleErrors }) => {
      void consoleErrors;
      await page.setViewportSize(size);
      await page.addInitScript((value) => localStorage.setItem('rasd.theme', value), theme);
      await takeSession(page, 'admin');
      await page.goto('/calendar');
      const shot = (step: string, fullPage = true) =>
        page.screenshot({ path: `/tmp/shots38/${theme}-${name}-${step}.png`, fullPage });
      await page.getByRole('button', { name: 'إضافة إجازة عيد الفطر' }).click();
      await page.getByText('أُضيفت').waitFor();
      await shot('1list', false);
      await page.getByRole('switch').or(page.getByRole('checkbox')).click();
      await page.getByText('اعتُمدت').waitFor();
      await page.getByRole('button', { name: 'تعليق الدراسة اليوم' }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByText('في هذه الأيام').waitFor();
      await shot('2suspend', false);
      await page.getByRole('button', { name: 'تعليق الدراسة', exact: true }).last().click();
      await page.getByText('عُلّقت الدراسة').waitFor();
      await shot('3suspended');
      if (name === 'phone') {
        await page.getByRole('button', { name: 'أشهر' }).click();
        await shot('4months');
        await page.getByRole('button', { name: 'قائمة', exact: true }).click();
      }
      await page.getByRole('button', { name: /تعديل «رحلة/ }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(800);
      await shot('5edit', false);
      await page.goto('/calendar?year=1460');
      await page.getByText('لا إجازات').waitFor();
      await shot('6empty', false);
      await takeSession(page, 'teacher');
      await page.goto('/dashboard');
      await page.getByText(/معلّقة اليوم/).first().waitFor();
      await shot('7teacher', false);
    });
