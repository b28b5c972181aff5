import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newCircle, panel, studentButton, saveButton } from '../../support/halaqaCircle';
import { storedRows, dispatchOnline, waitForOutboxKey } from '../../support/outbox';

test.afterEach(({ context, consoleErrors }) => {
  // The browser logs each failed request.
  expectConsoleErrors(consoleErrors, /ERR_.*\/api\//);
  return context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a full device keeps a recitation on the screen; with free space, the next recitation is queued', async ({
  page,
  context,
}) => {
  await page.clock.install();
  const circle = await newCircle(page);
  await takeSession(page, 'admin');
  await page.goto(circle.address);
  const queuedMessage = toast(page, /^حُفظ تسميع «.*» على هذا الجهاز/);
  const hear = async (name: string) => {
    await studentButton(page, name).click();
    await panel(page, name)
      .getByRole('tab', { name: /^حفظ جديد/ })
      .click();
    await saveButton(panel(page, name)).click();
  };
  await waitForOutboxKey(page);
  const abortPending: (() => Promise<void>)[] = [];
  let isDelayed = true;
  let isOpen = false;
  await context.route('**/api/daily-records/save', (route) => {
    if (isOpen) return route.continue();
    const abort = () => route.abort('internetdisconnected');
    if (!isDelayed) return abort();
    abortPending.push(abort);
    return undefined;
  });
  // A stub makes the device full, because the browser checks its limit only at intervals.
  await page.evaluate(() => {
    Object.assign(globalThis, { originalPut: IDBObjectStore.prototype.put });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await hear('أنس');
  await expect.poll(() => abortPending.length).toBe(1);
  await page.clock.fastForward(4_000);
  isDelayed = false;
  await abortPending[0]?.();
  await expect(panel(page, 'أنس').getByText(/^لم يصل رد الخادم/)).toBeVisible();
  await expect(queuedMessage).toHaveCount(0);

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = (
      globalThis as unknown as { originalPut: IDBObjectStore['put'] }
    ).originalPut;
  });
  await hear('بلال');
  await expect(queuedMessage).toBeVisible();
  await expect.poll(() => storedRows(page)).toHaveLength(1);
  isOpen = true;
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect.poll(async () => (await circle.records()).length).toBe(2);
});
