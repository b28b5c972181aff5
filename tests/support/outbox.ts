import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './browserTest';

export const registerDay = '2024-01-09';
export const registerAddress = `/absences?batch_id=1&subject_code=QRN101-1&date=${registerDay}`;

/** Opens the register that nobody has taken yet. @returns the names of its students */
export async function openRegister(page: Page, address = registerAddress): Promise<string[]> {
  await page.goto(address);
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  const names = page.getByRole('row').getByRole('rowheader');
  await expect(names.first()).toBeVisible();
  return names.allTextContents();
}

export const absent = (page: Page, name: string) => page.getByRole('checkbox', { name: `${name} غائب` });

/** Marks somebody as absent and saves. */
export async function saveAbsent(page: Page, name: string): Promise<void> {
  await absent(page, name).check();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
}

/** The alert of a register that has not been sent. */
export const waits = (page: Page) => page.getByText(/حُفظ تحضير .* على هذا الجهاز/);

interface Network {
  open: () => void;
  /** The keys of the registers that it has let through. */
  passed: string[];
}

/** Saves a register, which waits until the network opens. */
export async function leaveWaiting(context: BrowserContext, page: Page): Promise<Network> {
  const [first = ''] = await openRegister(page);
  const network = await closeNetwork(context);
  await saveAbsent(page, first);
  await expect(waits(page)).toBeVisible();
  return network;
}

/** No register reaches the server until the network opens. */
export async function closeNetwork(context: BrowserContext): Promise<Network> {
  const passed: string[] = [];
  let isOpen = false;
  await context.route('**/api/absences/**', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (!isOpen) return route.abort('internetdisconnected');
    passed.push(route.request().headers()['idempotency-key'] ?? 'none');
    return route.fallback();
  });
  return { open: () => void (isOpen = true), passed };
}

/** What the browser tells its pages when the network is back. They may have tried by themselves before. */
export const tellOnline = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event('online')));

/** The rows of the store of the device, with all their bytes as text. */
export const storedRows = (page: Page): Promise<{ id: string; person: number; text: string }[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('rasd.outbox');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
    const rows = await new Promise<{ id: string; person: number; iv: Uint8Array; sealed: ArrayBuffer }[]>(
      (resolve, reject) => {
        const reading = database.transaction('entries').objectStore('entries').getAll();
        reading.addEventListener('success', () => resolve(reading.result));
        reading.addEventListener('error', () => reject(reading.error));
      },
    );
    database.close();
    return rows.map(({ id, person, sealed }) => ({
      id,
      person,
      text: new TextDecoder('utf-8').decode(sealed),
    }));
  });

/** From the next page on, the store of the device takes half a second for each change, as on an old phone. */
export const slowDownStore = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    // A transaction waits as long as it has requests.
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, mode, options) {
      const made = transaction.call(this, names, mode, options);
      const until = performance.now() + 500;
      const keep = () => {
        const [name] = made.objectStoreNames;
        if (mode !== 'readwrite' || name === undefined || performance.now() > until) return;
        made.objectStore(name).count().addEventListener('success', keep);
      };
      keep();
      return made;
    };
  });
