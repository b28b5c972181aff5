import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './browserTest';

export const registerDay = '2024-01-09';
export const registerAddress = `/absences?batch_id=1&subject_code=QRN101-1&date=${registerDay}`;

/** Opens a register that was never saved. @returns the names of its students */
export async function openRegister(page: Page, address = registerAddress): Promise<string[]> {
  await page.goto(address);
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  const names = page.getByRole('row').getByRole('rowheader');
  await expect(names.first()).toBeVisible();
  return names.allTextContents();
}

export const absent = (page: Page, name: string) => page.getByRole('checkbox', { name: `${name} غائب` });

export async function saveAbsent(page: Page, name: string): Promise<void> {
  await absent(page, name).check();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
}

export const unsentAlert = (page: Page) => page.getByText(/حُفظ تحضير .* على هذا الجهاز/);

/** Without the key, only registers can wait on the device. */
export const waitForOutboxKey = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('rasd.outboxKey'))).not.toBeNull();

interface Network {
  open: () => void;
  /** Idempotency keys of delivered registers. */
  deliveredKeys: string[];
}

/** Saves a register offline. */
export async function saveOffline(context: BrowserContext, page: Page): Promise<Network> {
  const [first = ''] = await openRegister(page);
  const network = await closeNetwork(context);
  await saveAbsent(page, first);
  await expect(unsentAlert(page)).toBeVisible();
  return network;
}

/** Blocks requests that save registers. */
export async function closeNetwork(context: BrowserContext): Promise<Network> {
  const deliveredKeys: string[] = [];
  let isOpen = false;
  await context.route('**/api/absences/**', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (!isOpen) return route.abort('internetdisconnected');
    deliveredKeys.push(route.request().headers()['idempotency-key'] ?? 'none');
    return route.fallback();
  });
  return { open: () => void (isOpen = true), deliveredKeys };
}

/** Fires the event `online` of the browser. The pages also retry on a timer. */
export const dispatchOnline = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event('online')));

/** Outbox entries on the device, with their encrypted bytes as text. */
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

/** From the next page load, each write of IndexedDB takes half a second, as on an old phone. */
export const slowDownStore = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    // A transaction stays open while it has requests.
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, mode, options) {
      const created = transaction.call(this, names, mode, options);
      const until = performance.now() + 500;
      const keepOpen = () => {
        const [name] = created.objectStoreNames;
        if (mode !== 'readwrite' || name === undefined || performance.now() > until) return;
        created.objectStore(name).count().addEventListener('success', keepOpen);
      };
      keepOpen();
      return created;
    };
  });
