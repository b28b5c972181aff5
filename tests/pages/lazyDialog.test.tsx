import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyDialog } from '../../src/ui/dialog/lazyDialog';
import { QuestionDialog } from '../../src/ui/dialog/QuestionDialog';
import { Boundary } from '../../src/ui/page/Boundary';
import { lazyComponent } from '../../src/ui/page/lazyComponent';
import { LazyBoundary } from '../../src/ui/page/LazyBoundary';
import { renderScreen } from '../support/screen';

interface GreetingProps {
  name: string;
  onClose: () => void;
}
const Greeting = ({ name, onClose }: GreetingProps) => (
  <QuestionDialog title={`أهلاً ${name}`} text="" confirmLabel="حسناً" onConfirm={onClose} onClose={onClose} />
);

type Load = () => Promise<{ default: typeof Greeting }>;
const loadGreeting: Load = async () => ({ default: Greeting });
const failImport: Load = async () => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

function open(load: Load) {
  const Dialog = lazyDialog(load);
  function Screen() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button onClick={() => setIsOpen(true)}>افتح</button>
        {isOpen && <Dialog name="أنس" onClose={() => setIsOpen(false)} />}
      </>
    );
  }
  renderScreen(
    <Boundary renderFallback={(tryAgain) => <button onClick={tryAgain}>الشاشة معطلة</button>}>
      <Screen />
    </Boundary>,
    {},
  );
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const greeting = () => screen.findByRole('alertdialog', { name: 'أهلاً أنس' });
const failure = async () => within(await screen.findByRole('dialog', { name: 'تعذّر فتح هذا الجزء' }));
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

// React logs each error that an error boundary shows.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a loading dialog shows a message, and then its content', async () => {
  let resolveDialog = () => {};
  open(() => new Promise((resolve) => (resolveDialog = () => resolve({ default: Greeting }))));
  await press('افتح');
  expect(await screen.findByRole('status')).toHaveProperty('textContent', 'جارٍ التحميل…');
  resolveDialog();
  await greeting();
  expect(screen.queryByText('جارٍ التحميل…')).toBeNull();
});

// e2e/long/goingBack tests Back, because all page tests share the history of one window.
it('a loading dialog can be closed by Escape', async () => {
  open(() => new Promise(() => undefined));
  await press('افتح');
  await screen.findByRole('status');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a dialog that failed to load shows a message, and "try again" loads the dialog', async () => {
  const load = vi
    .fn<Load>(loadGreeting)
    .mockImplementationOnce(failImport)
    .mockImplementationOnce(failImport);
  open(load);
  await press('افتح');
  expect((await failure()).getByText(/تحقق من الشبكة ثم حاول من جديد/)).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  await press('إعادة المحاولة');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await failure();
  await press('إعادة المحاولة');
  await greeting();
  expect(load).toHaveBeenCalledTimes(3);
});

it('a dialog that failed to load can be closed, and loads when it is opened again', async () => {
  open(vi.fn<Load>(loadGreeting).mockImplementationOnce(failImport));
  await press('افتح');
  await userEvent.click((await failure()).getByRole('button', { name: 'إغلاق' }));
  await isGone();
  await press('افتح');
  expect(await greeting()).toBeTruthy();
});

it('an error in a loaded dialog reaches the screen, and is not shown as a network error', async () => {
  const broken = () => {
    throw new Error('a mistake');
  };
  open(async () => ({ default: broken }));
  await press('افتح');
  expect(await screen.findByRole('button', { name: 'الشاشة معطلة' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a part of a form that failed to load keeps typed text in other fields, and can be retried', async () => {
  const Part = lazyComponent(vi.fn<Load>(loadGreeting).mockImplementationOnce(failImport));
  renderScreen(
    <>
      <input aria-label="ملاحظات" />
      <LazyBoundary fallback={null}>
        <Part name="أنس" onClose={() => undefined} />
      </LazyBoundary>
    </>,
    {},
  );
  await screen.findByText('تعذّر فتح هذا الجزء');
  await userEvent.type(screen.getByLabelText('ملاحظات'), 'أحسن');
  await press('إعادة المحاولة');
  await greeting();
  expect(screen.getByLabelText<HTMLInputElement>('ملاحظات').value).toBe('أحسن');
});
