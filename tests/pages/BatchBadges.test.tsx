import { cleanup, screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import { BatchBadges } from '../../src/resources/batches/BatchTable';
import { BatchCreate } from '../../src/resources/batches/BatchForm';
import { showScreen, signInAs } from '../support/screen';

/** An admin has chosen another year than the one that would be counted. */
const settings = async () => ({ academic_year: '1460', today: '2026-11-22', time_zone: 'Asia/Riyadh' });

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the year and the stored status of a batch stand apart and never contradict each other', async () => {
  const batches = [
    ['1460', 'نشطة'],
    ['١٤٦٠', 'منتهية'],
    ['1447', 'نشطة'],
    ['1447', undefined],
  ];
  showScreen(
    batches.map(([academic_year, status], at) => (
      <p key={String(at)} data-testid="badges">
        <BatchBadges batch={{ academic_year, status } as Batch} />
      </p>
    )),
    { settings },
  );
  const shown = () =>
    screen
      .getAllByTestId('badges')
      .map((place) => [...place.querySelectorAll('.MuiChip-root')].map(({ textContent }) => textContent));
  await waitFor(() =>
    expect(shown()).toEqual([['العام الحالي', 'نشطة'], ['العام الحالي', 'منتهية'], ['نشطة'], []]),
  );
});

it('a new batch is of the academic year that the settings say', async () => {
  const getList = async () => ({ data: [{ id: 1, program_id: 'QRN', program_name: 'القرآن' }], total: 1 });
  showScreen(
    <ResourceContextProvider value="batches">
      <BatchCreate />
    </ResourceContextProvider>,
    { settings, getList, getMany: async () => ({ data: [] }) },
  );
  const field = await screen.findByRole('textbox', { name: /^العام الدراسي/ });
  expect((field as HTMLInputElement).value).toBe('1460');
});
