import { afterEach, expect, test } from 'vitest';

let visits = 0;

/** Imports the module like a new visit: another URL loads another instance. */
function newVisit() {
  visits += 1;
  const address = `../../src/dataProvider/serverFeatures?visit=${visits}`;
  return import(address) as Promise<typeof import('../../src/dataProvider/serverFeatures')>;
}

afterEach(() => localStorage.clear());

test('the menu is complete before the first answer, and stays complete on our server', async () => {
  const first = await newVisit();
  expect(first.serverFeatures().has('furtherScreens')).toBe(true);
  first.noteList('programs', [{ id: 1 }], true);
  expect(first.serverFeatures().has('furtherScreens')).toBe(true);
  expect((await newVisit()).serverFeatures().has('furtherScreens')).toBe(true);
});

test('the menu on a server without our additions loses its extra entries at the first response, and has none at the next visit', async () => {
  const first = await newVisit();
  first.noteList('programs', [{ id: 1 }], false);
  expect(first.serverFeatures().has('furtherScreens')).toBe(false);
  const second = await newVisit();
  expect(second.serverFeatures().isOurs).toBeNull();
  expect(second.serverFeatures().has('furtherScreens')).toBe(false);
});

test('other additions count as missing before the first answer', async () => {
  const first = await newVisit();
  expect(first.serverFeatures().has('several')).toBe(false);
  first.noteList('programs', [{ id: 1 }], true);
  expect(first.serverFeatures().has('several')).toBe(true);
});
