import { beforeEach, describe, expect, it } from 'vitest';
import { userStore } from '../../src/layout/userStore';

beforeEach(() => localStorage.clear());

/** The store of a user who opens the app again. */
const openStore = (userId: number) => {
  const store = userStore(userId);
  store.setup();
  return store;
};

describe('the display settings of a user', () => {
  it('the display settings are stored after a restart and a sign-out', () => {
    const before = openStore(1);
    before.setItem('students.datatable', ['phone']);
    before.setItem('menu.isCollapsed', true);
    before.setItem('figures.grades.isFolded', false);
    before.setItem('reports.range', { startDate: '2026-09-01', endDate: null });
    before.setItem('students.listParams', { filter: { q: 'فاطمة' }, page: 3, perPage: 50 });
    before.reset();
    const after = openStore(1);
    expect(after.getItem('students.datatable')).toEqual(['phone']);
    expect(after.getItem('menu.isCollapsed')).toBe(true);
    expect(after.getItem('figures.grades.isFolded')).toBe(false);
    expect(after.getItem('reports.range')).toEqual({ startDate: '2026-09-01', endDate: null });
    expect(after.getItem('students.listParams')).toEqual({ filter: {}, page: 1, perPage: 50 });
  });

  it('the display settings do not apply to the next user of the device', () => {
    openStore(12).setItem('students.datatable', ['phone']);
    openStore(12).setItem('students.listParams', { filter: {}, page: 1, perPage: 50 });
    const next = openStore(1);
    expect(next.getItem('students.datatable', [])).toEqual([]);
    expect(next.getItem('students.listParams')).toBeUndefined();
    next.reset();
    expect(openStore(12).getItem('students.datatable')).toEqual(['phone']);
  });

  it('the display settings do not include searches and selections', () => {
    const store = openStore(1);
    store.setItem('students.listParams', { filter: { q: 'فاطمة' }, page: 1, perPage: 25 });
    store.setItem('students.selectedIds', [4711]);
    expect(store.getItem('students.listParams')).toMatchObject({ filter: { q: 'فاطمة' } });
    expect(JSON.stringify(localStorage)).not.toMatch(/فاطمة|4711/);
  });
});
