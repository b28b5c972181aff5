import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import { BatchBadge } from '../../src/resources/batches/BatchTable';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { BatchCreate } from '../../src/resources/batches/BatchForm';
import BatchList from '../../src/resources/batches/BatchList';
import { renderScreen, signInAs } from '../support/screen';

/** The setting differs from the computed year. */
const settings = async () => ({ academic_year: '1460', today: '2026-11-22', time_zone: 'Asia/Riyadh' });

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('a batch has one badge: its unusual status, else running, else the current year, else its status', async () => {
  const batches = [
    ['1460', 'نشطة', true],
    ['1460', 'منتهية', true],
    ['1447', 'نشطة', true],
    ['١٤٦٠', 'نشطة', false],
    // Servers without `is_running` and `status`.
    ['1460', undefined, undefined],
    ['1447', 'نشطة', undefined],
    ['1447', undefined, undefined],
  ];
  renderScreen(
    batches.map(([academic_year, status, is_running], at) => (
      <p key={String(at)} data-testid="badges">
        <BatchBadge batch={{ academic_year, status, is_running } as Batch} />
      </p>
    )),
    { settings },
  );
  const readBadges = () => screen.getAllByTestId('badges').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(readBadges()).toEqual(['جارية', 'منتهية', 'جارية', 'العام الحالي', 'العام الحالي', 'نشطة', '']),
  );
});

it('the list of batches filters running batches if the server supports this filter', async () => {
  const filters: unknown[] = [];
  const getList = async (resource: string, { filter }: { filter: object }) => {
    if (resource === 'batches') filters.push(filter);
    return { data: [], total: 0 };
  };
  const list = (
    <ResourceContextProvider value="batches">
      <BatchList />
    </ResourceContextProvider>
  );
  const provider = { settings, getList, getMany: async () => ({ data: [] }), savedFilters: async () => null };
  renderScreen(list, provider);
  await userEvent.click(await screen.findByRole('button', { name: 'التصفية' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'جارية' }));
  await userEvent.click(await screen.findByRole('option', { name: 'جارية' }));
  await waitFor(() => expect(filters).toContainEqual({ is_running: true }));
  cleanup();

  noteList('subjects', [], false);
  renderScreen(list, provider);
  await screen.findByRole('combobox', { name: 'العام الدراسي' });
  // A few filters fit into the bar without a button.
  expect(screen.queryByRole('button', { name: 'التصفية' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'جارية' })).toBeNull();
});

it('a new batch gets the academic year of the settings', async () => {
  const getList = async () => ({ data: [{ id: 1, program_id: 'QRN', program_name: 'القرآن' }], total: 1 });
  renderScreen(
    <ResourceContextProvider value="batches">
      <BatchCreate />
    </ResourceContextProvider>,
    { settings, getList, getMany: async () => ({ data: [] }) },
  );
  const field = await screen.findByRole('textbox', { name: /^العام الدراسي/ });
  expect((field as HTMLInputElement).value).toBe('1460');
});
