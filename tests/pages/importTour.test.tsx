import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RunDialog } from '../../src/custom-pages/import/RunDialog';
import type { Runs } from '../../src/custom-pages/import/useRuns';
import { initialState } from '../../src/features/import/ImportRun';
import { setTour } from '../../src/ui/page/tour';
import { renderScreen, signInAs } from '../support/screen';

const page = (url: string) => ({ url, title: url, label: url });

beforeEach(() => {
  signInAs('admin');
  setTour(['/import?type=students', '/users/create', '/teachers', '/dashboard'].map(page));
});
afterEach(() => {
  cleanup();
  setTour([]);
});

/** Shows the end of an import of these types, in the tour. */
function openEnd(...types: string[]) {
  const sheets = types.map((type, sheet) => ({ type, sheet, name: type, total: 3, side: [] }));
  const saved = { id: 'an-import', name: 'workbook.xlsx', round: 0, parts: sheets };
  const state = { ...initialState(saved as never, 0), phase: 'ended', end: 'done' };
  const run = { saved, state: () => state, subscribe: () => () => undefined };
  const runs = {
    current: { run, sheets },
    newAccounts: { accounts: [], isDownloaded: true, forget: () => undefined },
  };
  const worker = { wrongRows: async () => [], summary: async () => ({ invalid: 0 }) };
  const onClose = vi.fn<() => void>();
  const router = renderScreen(
    <RunDialog
      title="استيراد"
      runs={runs as unknown as Runs}
      getWorker={() => worker as never}
      hasManySheets={types.length > 1}
      onClose={onClose}
    >
      {null}
    </RunDialog>,
    { importProgress: async () => ({ operation_id: 5 }), undoOne: async () => ({ message: '' }) },
    '/import?type=students',
  );
  const close = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'إغلاق' })).at(-1) as HTMLElement);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  };
  return { router, close };
}

it('an import leads to the next page of the tour, and an import that was undone does not', async () => {
  const first = openEnd('students');
  await first.close();
  await waitFor(() => expect(first.router.state.location.pathname).toBe('/users/create'));
  cleanup();
  const second = openEnd('students');
  await userEvent.click(await screen.findByRole('button', { name: 'التراجع عن الاستيراد كله' }));
  await screen.findByText('تم التراجع عن الاستيراد، وعادت البيانات كما كانت.');
  await second.close();
  expect(second.router.state.location.pathname).toBe('/import');
});

it('an import with accounts of teachers skips the page that adds teachers', async () => {
  const { router, close } = openEnd('students', 'users');
  await close();
  await waitFor(() => expect(router.state.location.pathname).toBe('/teachers'));
});
