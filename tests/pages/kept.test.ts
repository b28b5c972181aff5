import { afterEach, expect, it } from 'vitest';
import { isServerUnreachable, noteServerAnswer, noteCachedAnswer } from '../../src/dataProvider/cachedReads';

const later = () => Date.now() + 1_000;
afterEach(() => noteServerAnswer(later()));

it('the notice of stored data ends with an answer to a later call', () => {
  noteCachedAnswer(Date.now());
  expect(isServerUnreachable()).toBe(true);
  noteServerAnswer(later());
  expect(isServerUnreachable()).toBe(false);
});

it('an answer to an earlier call does not end the notice, since a refused call would then be repeated endlessly', () => {
  const callTime = Date.now() - 1_000;
  noteCachedAnswer(Date.now());
  noteServerAnswer(callTime);
  expect(isServerUnreachable()).toBe(true);
});
