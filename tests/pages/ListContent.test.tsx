import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ListBase, memoryStore } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { createQueryClient } from '../../src/dataProvider/queryClient';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';
import { ExportButton } from '../../src/ui/list/ListButtons';
import { ListContent } from '../../src/ui/list/ListContent';
import { Toasts } from '../../src/ui/dialog/Toasts';

type GetList = (resource: string, params: Record<string, unknown>) => Promise<unknown>;

function open(getList: GetList) {
  const element = (
    <AdminContext
      dataProvider={{ getList } as unknown as DataProvider}
      i18nProvider={i18nProvider}
      theme={buildTheme('light')}
      store={memoryStore()}
      queryClient={createQueryClient()}
    >
      <ListBase resource="programs" sort={{ field: 'created_at', order: 'DESC' }} perPage={25}>
        <ExportButton fileName="البرامج" columns={[]} />
        <ListContent
          table={<p>القائمة</p>}
          renderRow={() => <p>القائمة</p>}
          empty={<p>لا شيء</p>}
          failureTitle="تعذّر"
        />
      </ListBase>
      <Toasts />
    </AdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

const buildRefusal = () => new ApiProblem(422, '', { error: 'قيمة غير صحيحة', code: 'INVALID' });

afterEach(cleanup);

// A browser test checks the target of the button: tests/e2e/long/trouble.test.ts.
it('a list refused by the server offers to clear the filters, not to retry', async () => {
  open(async () => {
    throw buildRefusal();
  });
  expect(await screen.findByRole('button', { name: 'مسح التصفية' })).toBeTruthy();
  expect(screen.getAllByText('قيمة غير صحيحة')).not.toEqual([]); // a toast may also show this text
  expect(screen.queryByRole('button', { name: 'إعادة المحاولة' })).toBeNull();
});

it('a list that cannot be loaded for another reason offers a retry', async () => {
  open(async () => {
    throw new ApiProblem(500, 'حدث خطأ', null);
  });
  expect(await screen.findByRole('button', { name: 'إعادة المحاولة' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'مسح التصفية' })).toBeNull();
});

it('a refused export shows the reason', async () => {
  let isRefusing = false;
  open(async () => {
    if (isRefusing) throw new ApiProblem(403, '', { error: 'لا تملك صلاحية التصدير' });
    return { data: [{ id: 1 }], total: 1 };
  });
  await screen.findByText('القائمة');
  isRefusing = true;
  await userEvent.click(screen.getByRole('button', { name: /تصدير/ }));
  await waitFor(() => expect(screen.getByText('لا تملك صلاحية التصدير')).toBeTruthy());
});

it('a list that is still loading has the shape of a list', () => {
  open(() => new Promise(() => undefined));
  expect(document.querySelector('[data-shape="list"]')).not.toBeNull();
  expect(screen.queryByText('القائمة')).toBeNull();
});
