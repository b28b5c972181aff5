import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataExport } from '../../src/custom-pages/settings/DataExport';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { requestStepUp, setStepUpPrompt } from '../../src/dataProvider/stepUp';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

const start = () => screen.getByRole('button', { name: 'تنزيل كل البيانات' });
const stop = () => screen.getByRole('button', { name: 'إيقاف' });

it('the export tells what is in the file, and its button stops it without an error', async () => {
  const signals: AbortSignal[] = [];
  const exportEverything = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  };
  renderScreen(<DataExport />, { exportEverything });
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  await userEvent.click(start());
  expect(screen.getByRole('progressbar', { name: 'تصدير كل البيانات' })).toBeTruthy();
  expect(document.activeElement).toBe(stop());
  await userEvent.click(stop());
  await waitFor(() => start());
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a refused export shows the sentence of the server, and can begin again', async () => {
  const busy = { error: 'يجري تصدير آخر الآن', code: 'BUSY' };
  const exportEverything = () => Promise.reject(new ApiProblem(503, '', busy));
  renderScreen(<DataExport />, { exportEverything });
  await userEvent.click(start());
  expect((await screen.findByRole('alert')).textContent).toContain('يجري تصدير آخر الآن');
  expect(start()).toBeTruthy();
});

it('leaving the page stops its export, without an error', async () => {
  const signals: AbortSignal[] = [];
  const exportEverything = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  };
  renderScreen(<DataExport />, { exportEverything });
  await userEvent.click(start());
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  cleanup();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the export shows its progress only after the password', async () => {
  let answerPrompt: (isConfirmed: boolean) => void = () => undefined;
  const removePrompt = setStepUpPrompt(() => new Promise((resolve) => (answerPrompt = resolve)));
  const exportEverything = async () => {
    await requestStepUp();
    return new Promise(() => undefined);
  };
  renderScreen(<DataExport />, { exportEverything });
  await userEvent.click(start());
  expect(stop()).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  answerPrompt(true);
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  removePrompt();
});
