import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { AdminContext, type DataProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import QuickImportButton from '../../src/features/import/QuickImportButton';
import { programImport } from '../../src/resources/programs/programImport';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';

type Stored = Record<string, unknown> & { id: number };

/** An institute in memory, which counts parallel requests. */
function institute() {
  const programs: Stored[] = [];
  let [open, most] = [0, 0];
  const writeSlowly = async <T,>(write: () => T): Promise<{ data: T }> => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 1));
    open -= 1;
    return { data: write() };
  };
  const provider = {
    getList: async () => ({ data: [...programs], total: programs.length }),
    create: (_: string, { data }: { data: object }) =>
      writeSlowly(() => {
        const created = { id: programs.length + 1, ...data };
        programs.push(created);
        return created;
      }),
    update: (_: string, { id, data }: { id: number; data: object }) =>
      writeSlowly(() => Object.assign(programs.find((program) => program.id === id) ?? {}, data)),
  };
  return { provider: provider as unknown as DataProvider, programs, most: () => most };
}

const sample = () => new File([readFileSync('tests/data/programs.csv')], 'programs.csv');

function show(provider: DataProvider) {
  const { container } = render(
    <MemoryRouter>
      <AdminContext dataProvider={provider} i18nProvider={i18nProvider} theme={buildTheme('light')}>
        <ResourceContextProvider value="programs">
          <QuickImportButton load={async () => programImport} />
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  return (file: File) => {
    const input = container.querySelector('input[type=file]');
    if (!input) throw new Error('There is no file input');
    fireEvent.change(input, { target: { files: [file] } });
  };
}

const stat = (name: string) => screen.getByText(name).parentElement?.textContent;

async function runImport(choose: (file: File) => void, file: File) {
  choose(file);
  fireEvent.click(await screen.findByRole('button', { name: /^استيراد (صف|\d)/ }));
  await screen.findByText(/اكتمل الاستيراد|لم تُستورد/);
}

afterEach(cleanup);

it('a quick import adds new records, and updates them at the second import, in sequential requests', async () => {
  const { provider, programs, most } = institute();
  const choose = show(provider);
  await runImport(choose, sample());
  expect(stat('أُضيفت')).toBe('أُضيفت5');
  expect(programs.map(({ program_id, levels }) => [program_id, levels])).toEqual([
    ['QRN', 6],
    ['TJW', 4],
    ['SHR', 8],
    ['ARB', 4],
    ['PRP', 2],
  ]);

  await runImport(choose, sample());
  expect(stat('أُضيفت')).toBe('أُضيفت0');
  expect(stat('حُدّثت')).toBe('حُدّثت5');
  expect(programs).toHaveLength(5);
  expect(most()).toBe(1);
});

it('a quick import shows refused rows by line before anything is written, and writes the others', async () => {
  const { provider, programs } = institute();
  const choose = show(provider);
  choose(new File(['code;name\nA B;سيء\n\nOK;جيد\n'], 'a.csv'));
  expect(await screen.findByText('السطر 2')).toBeTruthy();
  expect(screen.getByText('رمز البرنامج: الرمز لا يقبل المسافات أو الشرطة أو الشرطة المائلة')).toBeTruthy();
  expect(programs).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'استيراد صف واحد' }));
  await screen.findByText('انتهى الاستيراد، وفي الملف صفوف لم تُستورد.');
  expect(programs.map(({ program_id }) => program_id)).toEqual(['OK']);
});

it('a cancelled quick import writes nothing, and an invalid file shows the reason', async () => {
  const { provider, programs } = institute();
  const choose = show(provider);
  choose(sample());
  fireEvent.click(await screen.findByRole('button', { name: 'إلغاء' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  choose(new File(['x'], 'note.txt'));
  expect(await screen.findByText('يجب أن يكون الملف بصيغة CSV')).toBeTruthy();
  choose(new File(['\uFEFFرمز البرنامج,اسم البرنامج\r\n'], 'head.csv'));
  expect(await screen.findByText('الملف فارغ أو لا يحتوي على بيانات')).toBeTruthy();
  expect(programs).toEqual([]);
});
