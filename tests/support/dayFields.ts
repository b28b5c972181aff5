import type { Locator, Page } from '@playwright/test';
import { readDay } from '../../src/ui/form/days';

/** The day, `YYYY-MM-DD`, that a date field shows. */
export async function dayShown(field: Locator): Promise<string> {
  return readDay(await field.inputValue(), '')?.day ?? '';
}

/** Types when an assignment is due: the day as in `YYYY-MM-DD`, and the hour as in `HH:MM`. */
export async function fillDue(place: Page | Locator, day: string, hour: string): Promise<void> {
  await place.getByRole('textbox', { name: 'آخر موعد للتسليم' }).fill(day);
  await place.getByLabel('الساعة', { exact: true }).fill(hour);
}
