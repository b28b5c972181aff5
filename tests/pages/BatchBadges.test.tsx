import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import { BatchBadges } from '../../src/resources/batches/BatchTable';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { BatchCreate } from '../../src/resources/batches/BatchForm';
import BatchList from '../../src/resources/batches/BatchList';
import { renderScreen, signInAs } from '../support/screen';

/** The setting differs from the computed year. */
const settings = async () => ({ academic_year: '1460', today: '2026-11-22', time_zone: 'Asia/Riyadh' });

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('year and stored status of a batch are separate badges and never contradict each other', async () => {
  const batches = [
    ['1460', 'نشطة'],
    ['١٤٦٠', 'منتهية'],
    ['1447', 'نشطة'],
    ['1447', undefined],
  ];
  renderScreen(
    batches.map(([academic_year, status], at) => (
      <p key={String(at)} data-testid="badges">
        <BatchBadges batch={{ academic_year, status } as Batch} />
      </p>
    )),
    { settings },
  );
  const readBadges = () =>
    screen
      .getAllByTestId('badges')
      .map((cellElement) =>
        [...cellElement.querySelectorAll('.MuiChip-root')].map(({ textContent }) => textContent),
      );
  await waitFor(() =>
    expect(readBadges()).toEqual([['العام الحالي', 'نشطة'], ['العام الحالي', 'منتهية'], ['نشطة'], []]),
  );
});

it('a running batch has a badge; a server without this field has no badge', async () => {
  renderScreen(
    [true, false, undefined].map((is_running) => (
      <p key={String(is_running)} data-testid="badges">
        <BatchBadges batch={{ academic_year: '1447', status: 'نشطة', is_running } as Batch} />
      </p>
    )),
    { settings },
  );
  const readBadges = () => screen.getAllByTestId('badges').map(({ textContent }) => textContent);
  await waitFor(() => expect(readBadges()).toEqual(['جاريةنشطة', 'نشطة', 'نشطة']));
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
