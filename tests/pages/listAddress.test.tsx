import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useListContext } from 'react-admin';
import { dropSession } from '../../src/dataProvider/session';
import { ListFrame } from '../../src/ui/list/ListPage';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

type Query = { pagination: { page: number; perPage: number } };

function open(address: string) {
  const getList = vi.fn<(resource: string, query: Query) => Promise<object>>(async () => ({
    data: [{ id: 1 }],
    total: 500,
  }));
  const Rows = () => <p>{useListContext().data?.length === 1 ? 'قائمة' : ''}</p>;
  const router = renderScreen(
    <ListFrame resource="programs" sort={{ field: 'id', order: 'ASC' }}>
      <Rows />
    </ListFrame>,
    { getList },
    address,
  );
  const pages = () => getList.mock.calls.map(([, { pagination }]) => pagination);
  return { router, pages };
}

it.each(['-1', '0', '1.5', 'abc', '1e9', '99999999999999999999', ''])(
  'page %s in the address loads only the first page, and keeps the filter',
  async (page) => {
    const filter = encodeURIComponent('{"q":"سعد"}');
    const { router, pages } = open(`/programs?page=${page}&perPage=10&filter=${filter}`);
    await screen.findByText('قائمة');
    expect(new Set(pages().map((one) => JSON.stringify(one)))).toEqual(new Set(['{"page":1,"perPage":10}']));
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({
        filter: '{"q":"سعد"}',
        perPage: '10',
      }),
    );
    expect(new URLSearchParams(router.state.location.search).get('page') ?? '1').toBe('1');
  },
);

it.each(['-5', '0', '1000000'])(
  'a page size of %s in the address falls back to that of the list',
  async (size) => {
    const { pages } = open(`/programs?page=2&perPage=${size}`);
    await screen.findByText('قائمة');
    expect(pages()[0]).toEqual({ page: 2, perPage: 25 });
  },
);

it('an existing page number is requested at once', async () => {
  const { pages } = open('/programs?page=3&perPage=10');
  await screen.findByText('قائمة');
  expect(pages()).toEqual([{ page: 3, perPage: 10 }]);
});
