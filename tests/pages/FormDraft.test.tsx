import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, Form, SaveContextProvider } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { draftKey, storeDraft, readDraft } from '../../src/ui/form/drafts';
import { FormDraft } from '../../src/ui/form/FormDraft';

const key = draftKey(0, '/programs/create');

function Field({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  return (
    <label>
      {label}
      <input {...register(name)} />
    </label>
  );
}

function open(record: object = {}, onSubmit: (values: unknown) => void = () => undefined) {
  const form = (
    <CoreAdminContext i18nProvider={i18nProvider}>
      <SaveContextProvider value={{}}>
        <Form defaultValues={{ program_name: '', password: '', ...record }} onSubmit={onSubmit}>
          <FormDraft />
          <Field name="program_name" label="الاسم" />
          <Field name="password" label="السر" />
          <button type="submit">أرسل</button>
        </Form>
      </SaveContextProvider>
      <Link to="/elsewhere">بعيداً</Link>
    </CoreAdminContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/programs/create', element: form },
      { path: '/elsewhere', element: <p>صفحة أخرى</p> },
    ],
    { initialEntries: ['/programs/create'] },
  );
  return render(<RouterProvider router={router} />);
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('a draft of a form', () => {
  it('a draft survives the page and is offered again, without secrets', async () => {
    const user = userEvent.setup();
    const { unmount } = open();
    await user.type(screen.getByLabelText('الاسم'), 'برنامج');
    await user.type(screen.getByLabelText('السر'), 'rasd-demo');
    unmount();
    expect(readDraft(key)?.values).toEqual({ program_name: 'برنامج' });

    open();
    expect(screen.getByLabelText<HTMLInputElement>('الاسم').value).toBe('');
    await user.click(screen.getByRole('button', { name: 'استعادتها' }));
    expect(screen.getByLabelText<HTMLInputElement>('الاسم').value).toBe('برنامج');
  });

  it('a draft is deleted when the user discards it', async () => {
    storeDraft(key, { program_name: 'قديم' }, new Date());
    open();
    await userEvent.click(screen.getByRole('button', { name: 'تجاهلها' }));
    expect(readDraft(key)).toBeNull();
  });

  it('a form with a draft asks before the page is left', async () => {
    const user = userEvent.setup();
    open();
    await user.type(screen.getByLabelText('الاسم'), 'برنامج');
    await user.click(screen.getByRole('link', { name: 'بعيداً' }));
    await user.click(await screen.findByRole('button', { name: 'البقاء في الصفحة' }));
    expect(screen.getByLabelText<HTMLInputElement>('الاسم').value).toBe('برنامج');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(screen.getByRole('link', { name: 'بعيداً' }));
    await user.click(await screen.findByRole('button', { name: 'ترك التغييرات' }));
    expect(await screen.findByText('صفحة أخرى')).toBeTruthy();
    expect(readDraft(key)).toBeNull();
  });

  it('a draft stays when another form with the same storage key, but without a draft, unmounts or is saved', async () => {
    const { unmount } = open();
    storeDraft(key, { program_name: 'من نافذة أخرى' }, new Date());
    unmount();
    expect(readDraft(key)?.values).toEqual({ program_name: 'من نافذة أخرى' });
  });

  it('a draft is removed only by the save of its own form: a later draft of another tab stays', async () => {
    const user = userEvent.setup();
    open();
    await user.type(screen.getByLabelText('الاسم'), 'ب');
    await waitFor(() => expect(readDraft(key)?.values).toEqual({ program_name: 'ب' }));
    storeDraft(key, { program_name: 'من نافذة أخرى' }, new Date(Date.now() + 1000));
    await user.clear(screen.getByLabelText('الاسم'));
    cleanup();
    expect(readDraft(key)?.values).toEqual({ program_name: 'من نافذة أخرى' });
  });

  it('a draft stores the version of the record, and is sent with it', async () => {
    const user = userEvent.setup();
    const { unmount } = open({ version: 3 });
    await user.type(screen.getByLabelText('الاسم'), 'برنامج');
    unmount();
    expect(readDraft(key)?.version).toBe(3);

    const onSubmit = vi.fn<(values: unknown) => void>();
    open({ version: 5 }, onSubmit);
    await user.click(screen.getByRole('button', { name: 'استعادتها' }));
    await user.click(screen.getByRole('button', { name: 'أرسل' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ program_name: 'برنامج', version: 3 });
  });
});
