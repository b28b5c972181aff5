import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Guardian } from '../../contract/families/guardians';
import GuardiansPage from '../../src/custom-pages/guardians/GuardiansPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

const child = { id: 7, student_id: '14470007', full_name: 'عمر الراشد', batch_name: null } as const;
const guardian: Guardian = {
  id: 3,
  name: 'صالح الراشد',
  phone: '0551234567',
  phone_key: '+966551234567',
  second_phone: null,
  second_phone_key: null,
  email: 'saleh@example.org',
  note: null,
  children: [
    { ...child, relation: 'father' },
    { ...child, id: 8, full_name: 'سعد الراشد', relation: 'other' },
  ],
  has_other_children: false,
  link: null,
  version: 1,
};
const mother: Guardian = {
  ...guardian,
  id: 4,
  name: null,
  phone: '0551234568',
  phone_key: null,
  email: null,
  children: [
    {
      ...child,
      relation: 'mother',
    },
  ],
  has_other_children: true,
};

interface Query {
  filter: { q?: string; batch_id?: number };
}

function open(width: number, rows: Guardian[] = [mother, guardian], failures = 0) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? -1),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  let calls = 0;
  const getList = async (resource: string, { filter: { q = '' } }: Query) => {
    if (resource !== 'guardians') return { data: [], total: 0 };
    calls += 1;
    if (calls <= failures) throw new ApiProblem(404, 'لا اتصال', null);
    const data = rows.filter(({ children }) => children.some(({ full_name }) => full_name.includes(q)));
    return { data, total: data.length };
  };
  const provider = {
    getList,
    getMany: async () => ({ data: [] }),
    savedFilters: async () => null,
    settings: async () => ({ today: '2026-11-22', time_zone: 'Asia/Riyadh' }),
  };
  return renderScreen(<GuardiansPage />, provider, '/guardians');
}

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a guardian has his name or relation, a number to call, and links to his students', async () => {
  open(1280);
  const row = (await screen.findByText('صالح الراشد')).closest('tr') as HTMLElement;
  expect(within(row).getByRole('link', { name: '0551234567' }).getAttribute('href')).toBe(
    'tel:+966551234567',
  );
  expect(within(row).getByRole('link', { name: 'سعد الراشد' }).getAttribute('href')).toBe('/students/8/show');
  const unnamed = screen.getByText('الأم').closest('tr') as HTMLElement;
  expect(within(unnamed).queryByRole('link', { name: '0551234568' })).toBeNull();
  expect(unnamed.textContent).toContain('وله طلاب في قسم آخر');
});

it('a guardian on a phone is one row with a menu to call him and open his students', async () => {
  const router = open(390);
  await userEvent.click(await screen.findByRole('button', { name: 'المزيد: صالح الراشد' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'اتصال',
    'مراسلة',
    'عمر الراشد',
    'سعد الراشد',
  ]);
  expect(items[0]?.getAttribute('href')).toBe('tel:+966551234567');
  await userEvent.click(items[3] as HTMLElement);
  expect(router.state.location.pathname).toBe('/students/8/show');
});

it('a search by the name of a student narrows the list, and a failure offers a retry', async () => {
  open(1280, undefined, 1);
  await userEvent.click(await screen.findByRole('button', { name: 'إعادة المحاولة' }));
  expect(await screen.findByText('الأم')).toBeTruthy();
  await fill(screen.getByRole('searchbox', { name: 'البحث بالاسم أو الجوال أو اسم الطالب' }), 'سعد');
  expect(await screen.findByText('صالح الراشد')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('الأم')).toBeNull());
});

it('an empty list tells where a guardian is added', async () => {
  open(390, []);
  expect(await screen.findByText(/يُضاف ولي الأمر عند إضافة الطالب، أو من صفحته/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'المزيد' })).toBeNull();
});
