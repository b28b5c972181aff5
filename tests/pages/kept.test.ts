import { afterEach, expect, it } from 'vitest';
import { isServerUnreachable, noteServerAnswer, noteCachedAnswer } from '../../src/dataProvider/cachedReads';

const later = () => Date.now() + 1_000;
afterEach(() => noteServerAnswer(later()));

it('the notice of stored data disappears after the response to a later call', () => {
  noteCachedAnswer(Date.now());
  expect(isServerUnreachable()).toBe(true);
  noteServerAnswer(later());
  expect(isServerUnreachable()).toBe(false);
});

it('the notice stays after the response to an earlier call, because otherwise a refused call would be repeated endlessly', () => {
  const callTime = Date.now() - 1_000;
  noteCachedAnswer(Date.now());
  noteServerAnswer(callTime);
  expect(isServerUnreachable()).toBe(true);
});
