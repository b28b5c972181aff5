import { afterEach, expect, it } from 'vitest';
import { isServerAway, noteAnswered, noteKept } from '../../src/dataProvider/kept';

const later = () => Date.now() + 1_000;
afterEach(() => noteAnswered(later()));

it('the notice of kept data ends with an answer to a call that was made after it', () => {
  noteKept(Date.now());
  expect(isServerAway()).toBe(true);
  noteAnswered(later());
  expect(isServerAway()).toBe(false);
});

it('an answer to a call of before does not end the notice: else one refused call of two would be asked for without end', () => {
  const callTime = Date.now() - 1_000;
  noteKept(Date.now());
  noteAnswered(callTime);
  expect(isServerAway()).toBe(true);
});
