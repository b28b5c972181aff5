import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const students = 100_000;
const heading =
  'الرقم الأكاديمي,الاسم الأول,اسم الأب,اسم الجد,اسم العائلة,رقم الهوية,الجوال,البريد الإلكتروني,الجنس,الدفعة';

export interface ImportFigures {
  /** Milliseconds: from the choice of the file to its columns, from there to the checked preview, and to the end. */
  read: number;
  check: number;
  send: number;
  /** The longest time without a new frame while the page read and checked. */
  longestPause: number;
  /** What the summary says: inserted, updated, failed. */
  outcome: string[];
}

/** Imports 100,000 new students of a batch from a file; invalid rows are skipped. */
export async function importStudents(page: Page, batchName: string): Promise<ImportFigures> {
  await page.goto('/import?type=students');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The file is on disk: passed as bytes, it would have to be created by the page itself.
  const folder = mkdtempSync(join(tmpdir(), 'rasd-import-'));
  const file = join(folder, 'students.csv');
  writeFileSync(file, studentsOf(batchName));
  const gaps = await watchPauses(page);
  const dialog = page.getByRole('dialog');
  const read = await measure(async () => {
    await page.getByTestId('file').setInputFiles(file);
    await dialog.getByRole('button', { name: 'التالي' }).waitFor();
  });
  const check = await measure(async () => {
    await dialog.getByRole('button', { name: 'التالي' }).click();
    await dialog.getByText('أول الصفوف').waitFor({ timeout: 60_000 });
  });
  const longestPause = await gaps();
  await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  const send = await measure(async () => {
    await dialog.getByRole('button', { name: /^استيراد \d+ صف/ }).click();
    await dialog.getByText(`عولج ${students} من ${students}`).waitFor({ timeout: 600_000 });
  });
  const outcome = await dialog.locator('dl dd.figure').allTextContents();
  rmSync(folder, { recursive: true });
  return { read, check, send, longestPause, outcome };
}

function studentsOf(batchName: string): string {
  const rows = Array.from({ length: students }, (_, index) => {
    const number = 7_000_000 + index;
    const id = 9_100_000_000 + index;
    return `${number},عمر,إبراهيم,مصطفى,الحكيم,${id},0500010001,s${number}@example.org,ذكر,${batchName}`;
  });
  return `\uFEFF${[heading, ...rows].join('\r\n')}\r\n`;
}

async function measure(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Starts to measure; the returned function stops it and gives the longest time between two frames, in milliseconds.
 */
async function watchPauses(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const found = {
      longest: 0,
      last: performance.now(),
      isOver: false,
      tick() {
        const now = performance.now();
        found.longest = Math.max(found.longest, now - found.last);
        found.last = now;
        if (!found.isOver) requestAnimationFrame(found.tick);
      },
    };
    requestAnimationFrame(found.tick);
    return found;
  });
  return () =>
    watch.evaluate((found) => {
      found.isOver = true;
      return found.longest;
    });
}
