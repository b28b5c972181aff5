import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { ConfirmDelete } from '../../src/ui/dialog/ConfirmDelete';

afterEach(cleanup);

it('a double click deletes once, and a reopened confirmation can delete again', () => {
  const onConfirm = vi.fn<() => void>();
  const question = (isOpen: boolean) => (
    <I18nContextProvider value={i18nProvider}>
      <ConfirmDelete isOpen={isOpen} question="أمتأكد؟" onConfirm={onConfirm} onClose={() => undefined} />
    </I18nContextProvider>
  );
  const { rerender } = render(question(true));
  const confirm = screen.getByRole('button', { name: 'حذف' });
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  // The closing dialog still has its button while it fades out.
  rerender(question(false));
  fireEvent.click(confirm);
  expect(onConfirm).toHaveBeenCalledTimes(1);

  rerender(question(true));
  fireEvent.click(screen.getByRole('button', { name: 'حذف' }));
  expect(onConfirm).toHaveBeenCalledTimes(2);
});
