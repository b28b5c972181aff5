import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOutbox } from '../../src/dataProvider/outbox/userOutbox';
import { send, sendAll } from '../../src/dataProvider/outbox/outbox';
import { dropSession } from '../../src/dataProvider/session';
import { AccountMenu } from '../../src/layout/AccountMenu';
import { ScreenLoaded } from '../../src/layout/screenLoaded';
import UnsentQuestion from '../../src/layout/UnsentQuestion';
import { renderScreen, signInAs } from '../support/screen';
import { readLocalQueue } from '../support/localOutbox';

/** Answers of the server in place of the network. */
const answerWith = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
const lost = async () => Promise.reject(new TypeError('Failed to fetch'));
const success = async () => new Response('{"message":"تم","version":1}');

const discardButton = () => screen.getByRole('button', { name: 'تجاهل وخروج' });

beforeEach(async () => {
  localStorage.clear();
  signInAs('teacher');
  answerWith(lost);
  await send('register', {
    batchName: 'الأولى',
    subjectCode: 'QRN1',
    date: '2026-11-20',
    absentStudents: [],
    version: 0,
    edits: {},
  });
});
afterEach(() => {
  cleanup();
  dropSession('left');
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('the question waits for an answer while a write is queued, and the sign-out continues when it arrives', async () => {
  const onLeave = vi.fn<() => void>();
  renderScreen(<UnsentQuestion onStay={() => {}} onLeave={onLeave} />, {});
  expect(discardButton()).toBeTruthy();
  expect(onLeave).not.toHaveBeenCalled();
  answerWith(success);
  expect(await sendAll()).toBe(true);
  await waitFor(() => expect(onLeave).toHaveBeenCalledTimes(1));
});

test('a discarded write leaves the device before the sign-out continues, once', async () => {
  const stored: number[] = [];
  const onLeave = vi.fn<() => void>(() => void stored.push(readLocalQueue(1).length));
  renderScreen(<UnsentQuestion onStay={() => {}} onLeave={onLeave} />, {});
  await userEvent.click(discardButton());
  await waitFor(() => expect(onLeave).toHaveBeenCalled());
  expect(openOutbox()?.entries).toEqual([]);
  expect(stored).toEqual([0]);
});

test('a sign-out before the screen is loaded asks about a queued write', async () => {
  renderScreen(
    <ScreenLoaded value={false}>
      <AccountMenu />
    </ScreenLoaded>,
    {},
  );
  await userEvent.click(screen.getByRole('button', { name: /^حساب/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'تسجيل الخروج' }));
  expect(await screen.findByRole('heading', { name: 'على هذا الجهاز ما لم يُرسل' })).toBeTruthy();
});
