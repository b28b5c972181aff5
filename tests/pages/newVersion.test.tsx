import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyNewVersion } from '../../src/dataProvider/appVersion';
import { FormDialog } from '../../src/ui/dialog/FormDialog';
import { lazyDialog } from '../../src/ui/dialog/lazyDialog';
import { Boundary } from '../../src/ui/page/Boundary';
import { lazyComponent, NotLoaded } from '../../src/ui/page/lazyComponent';
import { LazyBoundary } from '../../src/ui/page/LazyBoundary';
import { renderScreen } from '../support/screen';

type Answer = () => Promise<Response>;
const pageOf = (main: string) => `<script type="module" crossorigin src="/assets/${main}.js"></script>`;
const answerPage = (main: string) => vi.stubGlobal('fetch', async () => new Response(pageOf(main)));
const failImport = async (): Promise<{ default: () => React.ReactNode }> => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

beforeEach(() => {
  // React logs each error that an error boundary shows.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const script = document.createElement('script');
  script.setAttribute('src', '/assets/own.js');
  script.type = 'text/plain'; // jsdom must not load it
  document.head.append(script);
});
afterEach(() => {
  cleanup();
  document.querySelector('head script')?.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function findProblem(answer: Answer): Promise<unknown> {
  vi.stubGlobal('fetch', answer);
  const Part = lazyComponent(failImport);
  const onError = vi.fn<(problem: unknown) => void>();
  renderScreen(
    <Boundary onError={onError} renderFallback={() => 'failed'}>
      <Suspense>
        <Part />
      </Suspense>
    </Boundary>,
    {},
  );
  await screen.findByText('failed');
  cleanup();
  return onError.mock.lastCall?.[0];
}

test('a part that cannot be loaded names the version of the server only if its page has another main script', async () => {
  const newVersion = async (answer: Answer) => {
    const problem = await findProblem(answer);
    expect(problem).toBeInstanceOf(NotLoaded);
    return (problem as NotLoaded).newVersion;
  };
  expect(await newVersion(async () => new Response(pageOf('next')))).toBe('/assets/next.js');
  expect(await newVersion(async () => new Response(pageOf('own')))).toBeNull();
  expect(await newVersion(async () => new Response('<p>sign in to the hotel</p>'))).toBeNull();
  expect(await newVersion(async () => new Response(pageOf('next'), { status: 503 }))).toBeNull();
  expect(await newVersion(() => Promise.reject(new TypeError('no network')))).toBeNull();
});

test('a dialog and a part of an old page offer the new version; without one, they offer another try', async () => {
  answerPage('next');
  const Dialog = lazyDialog<{ onClose: () => void }>(failImport);
  const Part = lazyComponent(failImport);
  const show = () =>
    renderScreen(
      <>
        <LazyBoundary fallback={null}>
          <Part />
        </LazyBoundary>
        <Dialog onClose={() => undefined} />
      </>,
      {},
    );
  show();
  const dialog = await screen.findByRole('dialog', { name: 'إصدار جديد متاح' });
  expect(within(dialog).getByRole('button', { name: 'التحديث الآن' })).toBeTruthy();
  const part = await screen.findByText('إصدار جديد متاح', { selector: '[role="alert"] *' });
  expect(part).toBeTruthy();
  expect(screen.queryByText('إعادة المحاولة')).toBeNull();
  cleanup();
  answerPage('own');
  show();
  expect(await screen.findByRole('dialog', { name: 'تعذّر فتح هذا الجزء' })).toBeTruthy();
  expect(screen.queryByText('التحديث الآن')).toBeNull();
});

test('a new version that a part of a dialog needs does not discard typed text without a question', async () => {
  answerPage('next');
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { ...window.location, reload });
  const Part = lazyComponent(failImport);
  function Screen() {
    const [text, setText] = useState('');
    return (
      <FormDialog isOpen title="ملاحظة" isDirty={text !== ''} onClose={() => undefined}>
        <input aria-label="النص" value={text} onChange={({ target }) => setText(target.value)} />
        <LazyBoundary fallback={null}>
          <Part />
        </LazyBoundary>
      </FormDialog>
    );
  }
  renderScreen(<Screen />, {});
  await userEvent.type(await screen.findByLabelText('النص'), 'أحسن');
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  await press('التحديث الآن');
  await screen.findByRole('dialog', { name: 'ترك التغييرات؟' });
  await press('البقاء في الصفحة');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'ترك التغييرات؟' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('النص').value).toBe('أحسن');
  expect(reload).not.toHaveBeenCalled();
  await press('التحديث الآن');
  await press('ترك التغييرات');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('a browser that refuses service workers also loads the new version', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { ...window.location, reload });
  vi.stubGlobal('isSecureContext', true);
  // Browsers that block cookies offer service workers, and refuse their use.
  const getRegistration = async () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { getRegistration } }));
  await applyNewVersion();
  expect(reload).toHaveBeenCalledTimes(1);
});
