import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import ImportPage from '../../src/custom-pages/import/ImportPage';
import { renderScreen, signInAs } from '../support/screen';

afterEach(cleanup);

const offered = async () => {
  const types = await screen.findAllByRole('radio');
  return types.map(({ id }) => id.replace('import-', ''));
};

it('an admin of all sections sees every type of import, and the cleanup', async () => {
  signInAs('admin');
  renderScreen(<ImportPage />, {}, '/?type=programs');
  expect(await offered()).toEqual(['students', 'subjects', 'programs', 'batches', 'grades', 'users']);
  expect(screen.getByRole('radio', { checked: true }).id).toBe('import-programs');
  expect(screen.getByRole('link', { name: 'تنظيف البيانات' })).toBeTruthy();
});

it('an admin of one section sees neither the type programmes nor the cleanup', async () => {
  signInAs('admin', 'girls');
  renderScreen(<ImportPage />, {}, '/?type=programs');
  expect(await offered()).toEqual(['students', 'subjects', 'batches', 'grades', 'users']);
  expect(screen.getByRole('radio', { checked: true }).id).toBe('import-students');
  expect(screen.queryByRole('link', { name: 'تنظيف البيانات' })).toBeNull();
});
