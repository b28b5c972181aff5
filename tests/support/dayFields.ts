import type { Locator, Page } from '@playwright/test';
import { readDay } from '../../contract/rules/days';

/** @returns the day as `YYYY-MM-DD` */
export async function readDisplayedDay(field: Locator): Promise<string> {
  return readDay(await field.inputValue(), '')?.day ?? '';
}

/** @param day `YYYY-MM-DD` @param hour `HH:MM` */
export async function fillDue(form: Page | Locator, day: string, hour: string): Promise<void> {
  await form.getByRole('textbox', { name: 'آخر موعد للتسليم' }).fill(day);
  await form.getByLabel('الساعة', { exact: true }).fill(hour);
}
