import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ListBase, ResourceContextProvider, useListContext } from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filterableLists, savedFilter, type SavedFilter } from '../../contract/savedFilters';
import AuditPage from '../../src/custom-pages/audit/AuditPage';
import BehaviourPage from '../../src/custom-pages/behaviour/BehaviourPage';
import GuardiansPage from '../../src/custom-pages/guardians/GuardiansPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import BatchList from '../../src/resources/batches/BatchList';
import ProgramList from '../../src/resources/programs/ProgramList';
import StudentList from '../../src/resources/students/StudentList';
import SubjectList from '../../src/resources/subjects/SubjectList';
import UserList from '../../src/resources/users/UserList';
import { FilterBar } from '../../src/ui/list/FilterBar';
import { FilterSelect } from '../../src/ui/list/FilterSelect';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

type FilterToSave = Pick<SavedFilter, 'resource' | 'name' | 'filter' | 'sort'>;

const women: SavedFilter = savedFilter.parse({
  id: 7,
  resource: 'students',
  name: 'الطالبات',
  filter: { gender: 'أنثى' },
  sort: { field: 'full_name', order: 'ASC' },
  created_at: '2026-03-01T08:00:00.000Z',
});

/** A provider with saved filters of a user in memory; deletions can be undone. */
function institute(stored: SavedFilter[]) {
  const deleted: SavedFilter[] = [];
  const provider = {
    getList: async () => ({ data: [{ id: 1 }], total: 1 }),
    savedFilters: async () => [...stored],
    saveFilter: async (filter: FilterToSave) => {
      if (stored.some(({ name }) => name === filter.name)) throw refusal;
      const created = savedFilter.parse({ ...filter, id: 100 + stored.length, created_at: women.created_at });
      stored.push(created);
      return created;
    },
    deleteSavedFilter: async (id: number) => {
      deleted.push(
        ...stored.splice(
          stored.findIndex((one) => one.id === id),
          1,
        ),
      );
      return { message: 'تم حذف التصفية المحفوظة', operation_id: id + 1_000 };
    },
    undoOne: async (id: number) => {
      stored.push(
        ...deleted.splice(
          deleted.findIndex((one) => one.id + 1_000 === id),
          1,
        ),
      );
      return { success: true, message: 'تم التراجع عن العملية بنجاح' };
    },
  };
  return { provider, stored };
}

const sentence = 'لديك تصفية محفوظة بهذا الاسم';
const refusal = new ApiProblem(409, '', {
  error: sentence,
  code: 'DUPLICATE',
  details: [{ path: 'name', message: sentence }],
});

function CurrentFilter() {
  const { filterValues, sort } = useListContext();
  return <output>{JSON.stringify({ ...filterValues, by: `${sort.field} ${sort.order}` })}</output>;
}

const genders = ['ذكر', 'أنثى'].map((name) => ({ id: name, name }));
const list = (
  <ListBase resource="students" sort={{ field: 'id', order: 'DESC' }}>
    <FilterBar search="بحث">
      <FilterSelect source="gender" label="الجنس" anyLabel="الكل" choices={genders} />
    </FilterBar>
    <CurrentFilter />
  </ListBase>
);

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));

const chooseGender = async (name: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: 'الجنس' }));
  await userEvent.click(await screen.findByRole('option', { name }));
  await screen.findByText(new RegExp(`"gender":"${name}"`));
};

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the current filter and sort are saved under a name, and the button shows the name of the applied filter', async () => {
  const { provider, stored } = institute([]);
  renderScreen(list, provider);
  await chooseGender('ذكر');
  await press('التصفيات المحفوظة');
  await press('حفظ التصفية الحالية…');
  await fill(await screen.findByRole('textbox', { name: /اسم التصفية/ }), ' الطلاب ');
  await press('حفظ');
  await button('التصفيات المحفوظة، المطبّقة الآن: الطلاب');
  expect(stored).toMatchObject([
    {
      resource: 'students',
      name: 'الطلاب',
      filter: { gender: 'ذكر' },
      sort: { field: 'id', order: 'DESC' },
    },
  ]);
});

it('a saved filter filters and sorts the list; without a filter the save button is disabled', async () => {
  renderScreen(list, institute([women]).provider);
  await press('التصفيات المحفوظة');
  const dialog = await screen.findByRole('dialog', { name: 'التصفيات المحفوظة' });
  expect((await button(/حفظ التصفية الحالية/)).hasAttribute('disabled')).toBe(true);
  const view = await within(dialog).findByRole('button', { name: 'الطالبات' });
  expect(view.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(view);
  await button('التصفيات المحفوظة، المطبّقة الآن: الطالبات');
  expect(screen.getByText(/full_name ASC/).textContent).toBe('{"gender":"أنثى","by":"full_name ASC"}');
});

it('a missing or taken name shows a message at its field, and can be corrected', async () => {
  const { provider, stored } = institute([women]);
  renderScreen(list, provider);
  await chooseGender('ذكر');
  await press('التصفيات المحفوظة');
  await press('حفظ التصفية الحالية…');
  await press('حفظ');
  await screen.findByText('هذا الحقل مطلوب');
  const name = screen.getByRole('textbox', { name: /اسم التصفية/ });
  await fill(name, 'الطالبات');
  await press('حفظ');
  await screen.findByText(sentence);
  expect(stored).toHaveLength(1);
  await userEvent.type(name, ' 2');
  await press('حفظ');
  await waitFor(() => expect(stored.map((one) => one.name)).toEqual(['الطالبات', 'الطالبات 2']));
});

it('a filter is deleted without a question, and the toast can restore it', async () => {
  const { provider, stored } = institute([women]);
  renderScreen(list, provider);
  await press('التصفيات المحفوظة');
  await press('حذف الطالبات');
  const toast = (await screen.findByText('تم حذف التصفية المحفوظة')).closest('[role="alert"]');
  expect(stored).toEqual([]);
  await userEvent.click(within(toast as HTMLElement).getByRole('button', { name: 'تراجع' }));
  await screen.findByText('تم التراجع عن العملية بنجاح');
  expect(stored).toEqual([women]);
});

it('a server that stores no filters has no button for them', async () => {
  renderScreen(list, { ...institute([]).provider, savedFilters: async () => null });
  await screen.findByRole('combobox', { name: 'الجنس' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /المحفوظة/ })).toBeNull());
});

it.each([
  ['programs', ProgramList],
  ['batches', BatchList],
  ['subjects', SubjectList],
  ['students', StudentList],
  ['users', UserList],
  ['audit', AuditPage],
  ['guardians', GuardiansPage],
  ['behaviour-notes', BehaviourPage],
] as const)('the list of %s has its own saved filters', async (resource, List) => {
  const resources: string[] = [];
  const savedFilters = async (listName: string) => {
    resources.push(listName);
    return [{ ...women, resource: listName }];
  };
  const none = { getList: async () => ({ data: [], total: 0 }), getMany: async () => ({ data: [] }) };
  const summary = async () => ({});
  const counts = async () => ({ praise: 0, remark: 0 });
  const behaviour = async () => ({ categories: async () => [], summary: counts });
  renderScreen(
    <ResourceContextProvider value={resource}>
      <List />
    </ResourceContextProvider>,
    { ...institute([]).provider, ...none, summary, behaviour, savedFilters },
  );
  // Lists with few filters have this button in the filter bar.
  const opener = await screen.findByRole('button', { name: /^(التصفية|التصفيات المحفوظة)$/ });
  await userEvent.click(opener);
  if (opener.textContent === 'التصفية') {
    const sheet = within(await screen.findByRole('dialog', { name: 'التصفية' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'التصفيات المحفوظة' }));
  }
  expect(await screen.findByRole('button', { name: 'الطالبات' })).toBeTruthy();
  expect(new Set(resources)).toEqual(new Set([resource]));
  expect(filterableLists).toContain(resource);
});
