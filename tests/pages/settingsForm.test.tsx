import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, SaveContextProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { useSettingsForm } from '../../src/resources/subjects/dialogs/SettingsDialog';
import { Toasts } from '../../src/ui/dialog/Toasts';

type Save = (body: Record<string, unknown>) => Promise<unknown>;

function Settings({ save, version }: { save: Save; version?: number | undefined }) {
  const settings = useSettingsForm<{ pages: number }, Record<string, unknown>>({
    initial: { pages: 1 },
    version,
    buildBody: ({ pages }) => ({ pages }),
    save,
    savedMessage: 'subjects.curriculum.saved',
    onClose: () => undefined,
  });
  return (
    <SaveContextProvider value={settings.saveContext}>
      <form onSubmit={(event) => void settings.submit(event)}>
        <button type="submit">حفظ</button>
      </form>
      {settings.question && (
        <button
          type="button"
          onClick={() => settings.question?.onResolve({ ...settings.question.theirs, pages: 1 })}
        >
          اختر
        </button>
      )}
    </SaveContextProvider>
  );
}

function open(save: Save, version?: number) {
  render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <Settings save={save} version={version} />
      <Toasts />
    </CoreAdminContext>,
  );
  return screen.getByRole('button', { name: 'حفظ' });
}

const ownServer = (isOurs: boolean) => noteList('programs', [{ id: 1 }], isOurs);

afterEach(cleanup);

it('the first save of settings is sent with version 0, so that two first saves conflict', async () => {
  ownServer(true);
  const save = vi.fn<Save>(async ({ version }) => {
    if (version === 0)
      throw new ApiProblem(409, '', {
        code: 'STALE',
        error: 'تغيّر',
        current: { pages: 7, version: 1 },
      });
    return {};
  });
  fireEvent.click(open(save));
  fireEvent.click(await screen.findByRole('button', { name: 'اختر' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.calls.map(([body]) => body)).toEqual([
    { pages: 1, version: 0 },
    { pages: 1, version: 1 },
  ]);
});

it('a server without versions gets no version', async () => {
  ownServer(false);
  const save = vi.fn<Save>(async () => ({}));
  fireEvent.click(open(save));
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(save.mock.calls[0]?.[0]).toEqual({ pages: 1 });
});

it('the form shows the message of the server after the save, and sends a double click once', async () => {
  ownServer(true);
  const save = vi.fn<Save>(async () => ({ message: 'حفظها الخادم' }));
  const button = open(save, 4);
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText('حفظها الخادم')).toBeTruthy();
  expect(save.mock.calls.map(([body]) => body)).toEqual([{ pages: 1, version: 4 }]);
});
