import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { ResourceContextProvider } from 'react-admin';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportCheck } from '../../contract/imports';
import ImportPage from '../../src/custom-pages/import/ImportPage';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import type { WorkerRequest } from '../../src/custom-pages/import/useImportWorker';
import type { ImportBody } from '../../src/dataProvider/imports';
import QuickImportButton, { type ListImport } from '../../src/features/import/QuickImportButton';
import { renderScreen, signInAs } from '../support/screen';

/** jsdom has no workers, so the code of the import's worker runs in the page. */
class PageWorker extends EventTarget {
  readonly #importWorker = new ImportWorker();
  terminate = () => undefined;
  postMessage = async ({ id, method, args }: WorkerRequest) => {
    const run = this.#importWorker[method].bind(this.#importWorker) as (...parameters: unknown[]) => unknown;
    this.dispatchEvent(new MessageEvent('message', { data: { id, value: await run(...args) } }));
  };
}

beforeEach(() => {
  signInAs('admin');
  vi.stubGlobal('Worker', PageWorker);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Row = Record<string, unknown>;

/** A server that answers an import, and stores its rows. `check` is the answer of the dry run. */
function institute(check: (rows: Row[]) => Partial<ImportCheck> | null) {
  const stored: Row[] = [];
  const nothing = { imported: 0, updated: 0, unchanged: 0, failed: 0, errors: [], warnings: [] };
  return {
    stored,
    provider: {
      checkImport: async (_type: string, { data }: ImportBody) => {
        const answer = check(data);
        return answer && { ...nothing, ...answer };
      },
      importRecords: async (_type: string, { data }: ImportBody) => {
        stored.push(...data);
        return { ...nothing, imported: data.length, stoppedAtRow: null, message: '', stopOnError: true };
      },
      importProgress: async () => null,
      finishImport: async () => null,
    },
  };
}

function openList(type: ListImport, provider: object) {
  const Screens = () =>
    useLocation().pathname === '/import' ? (
      <ImportPage />
    ) : (
      <ResourceContextProvider value={type}>
        <QuickImportButton type={type} />
      </ResourceContextProvider>
    );
  return renderScreen(<Screens />, provider, `/${type}`);
}

const fileInput = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const choose = (file: File) => fireEvent.change(fileInput(), { target: { files: [file] } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const sample = (name: string) => new File([readFileSync(`tests/data/${name}`)], name);
const isNew = (rows: Row[]) => ({ imported: rows.length });
const dialog = async () => within(await screen.findByRole('dialog'));

it('the chooser of a list offers text files and workbooks, and its button says so', async () => {
  openList('programs', institute(isNew).provider);
  const click = vi.spyOn(fileInput(), 'click');
  await press('استيراد');
  expect(click).toHaveBeenCalledOnce();
  expect(fileInput().accept).toBe('.csv,.tsv,.xlsx');
});

it.each([
  ['programs', 5, 'QRN'],
  ['batches', 8, 'دفعة القرآن الأولى 1446'],
] as const)(
  'a file of %s opens in the preview of the import page, which imports it',
  async (type, count, first) => {
    const { provider, stored } = institute(isNew);
    const router = openList(type, provider);
    choose(sample(`${type}.csv`));
    await press('التالي');
    const preview = await dialog();
    expect(router.state.location).toMatchObject({
      pathname: '/import',
      search: `?type=${type}`,
      state: null,
    });
    await waitFor(() => expect(preview.getByText('جديدة').parentElement?.textContent).toBe(`جديدة${count}`));
    expect(stored).toEqual([]);
    await press(`استيراد ${count} صفوف`);
    await preview.findByText('اكتمل الاستيراد.');
    expect(stored).toHaveLength(count);
    expect(Object.values(stored[0] ?? {})).toContain(first);
  },
);

it('a server without a dry run imports a file of a list too', async () => {
  const { provider, stored } = institute(() => null);
  openList('programs', provider);
  choose(sample('programs.csv'));
  await press('التالي');
  const preview = await dialog();
  await preview.findByText('صالحة');
  await press('استيراد 5 صفوف');
  await preview.findByText('اكتمل الاستيراد.');
  expect(stored).toHaveLength(5);
});

it('changes of stored records are shown before the import, and stored records can be left as they are', async () => {
  const { provider, stored } = institute(() => ({
    imported: 1,
    updated: 1,
    changes: [{ row: 2, record: 'التجويد', field: 'levels', from: '2', to: '4' }],
  }));
  openList('programs', provider);
  choose(new File(['رمز البرنامج,اسم البرنامج,عدد المستويات\nN,النحو,6\nT,التجويد,4\n'], 'a.csv'));
  await press('التالي');
  const preview = await dialog();
  expect((await preview.findByText(/^عدد المستويات:/)).textContent).toBe('عدد المستويات: 2 ← 4');
  fireEvent.click(preview.getByRole('checkbox', { name: /التجويد/ }));
  await press('استيراد صف واحد');
  await preview.findByText('اكتمل الاستيراد.');
  expect(stored.map(({ code }) => code)).toEqual(['N']);
});

it('a repeated row is refused with the line of the first one', async () => {
  const { provider } = institute(isNew);
  openList('batches', provider);
  choose(new File(['اسم الدفعة,البرنامج\nالأولى,QRN\nالثانية,QRN\nالاولى,TJW\n'], 'a.csv'));
  await press('التالي');
  expect(await (await dialog()).findByText('الصف مكرر، سبق في السطر 2')).toBeTruthy();
});

it('a file that cannot be read shows the reason, and a closed dialog does not open the file again', async () => {
  const { provider, stored } = institute(isNew);
  const router = openList('programs', provider);
  choose(new File(['x'], 'note.txt'));
  const opened = await dialog();
  expect(await opened.findByText('يجب أن يكون الملف بصيغة CSV')).toBeTruthy();
  fireEvent.click(opened.getByRole('button', { name: 'إغلاق' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await router.navigate('/programs');
  await router.navigate(-1);
  await screen.findByRole('radio', { checked: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(stored).toEqual([]);
});
