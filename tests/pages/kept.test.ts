import { afterEach, expect, it } from 'vitest';
import { isServerUnreachable, noteServerAnswer, noteCachedAnswer } from '../../src/dataProvider/cachedReads';

const later = () => Date.now() + 1_000;
afterEach(() => noteServerAnswer(later()));

it('the notice of kept data ends with an answer to a call that was made after it', () => {
  noteCachedAnswer(Date.now());
  expect(isServerUnreachable()).toBe(true);
  noteServerAnswer(later());
  expect(isServerUnreachable()).toBe(false);
});

it('an answer to a call of before does not end the notice: else one refused call of two would be asked for without end', () => {
  const callTime = Date.now() - 1_000;
  noteCachedAnswer(Date.now());
  noteServerAnswer(callTime);
  expect(isServerUnreachable()).toBe(true);
});
