import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropSession, undoSessionId } from '../../src/dataProvider/session';
import { signInAs } from '../support/screen';

const readStored = () => localStorage.getItem('rasd.undoSession');

beforeEach(() => localStorage.clear());
afterEach(() => dropSession('left'));

it('an undo session starts at the sign-in, is the same in another tab, and ends at the sign-out', () => {
  expect(undoSessionId()).toBeNull();
  expect(readStored()).toBeNull();
  signInAs('admin');
  const first = undoSessionId();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(undoSessionId()).toBe(first);
  expect(readStored()).toBe(first);
  dropSession('left');
  expect(readStored()).toBeNull();
  expect(undoSessionId()).toBeNull();
  signInAs('admin');
  expect(undoSessionId()).not.toBe(first);
});

it('an undo session ends when the server no longer knows the session', () => {
  signInAs('teacher');
  expect(undoSessionId()).not.toBeNull();
  dropSession('expired');
  expect(readStored()).toBeNull();
});
