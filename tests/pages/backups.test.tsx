import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Backup, backupErrors, type Backups } from '../../contract/backups';
import BackupLine from '../../src/features/backups/BackupLine';
import { BackupList } from '../../src/custom-pages/settings/BackupList';
import { renderScreen, signInAs } from '../support/screen';

const backup = (id: number, changes: Partial<Backup> = {}): Backup => ({
  id,
  is_daily: true,
  state: 'done',
  started_at: '2026-11-19T23:00:00Z',
  finished_at: '2026-11-19T23:00:04Z',
  file: `rasd.daily-20261119T23000${id}Z.db`,
  bytes: 5_000_000,
  error: null,
  host: 'server-1',
  ...changes,
});
const failed = (id: number, error: Backup['error']) =>
  backup(id, { state: 'failed', file: null, bytes: null, error });

const stored: Backups = {
  is_possible: true,
  hour: 2,
  days: 14,
  next_at: '2026-11-20T23:00:00Z',
  last_success_at: '2026-11-19T23:00:04Z',
  warning: null,
  backups: [backup(2), backup(1, { is_daily: false, bytes: 800 })],
};

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the list of backups', () => {
  const open = (changes: Partial<Backups> | null = {}) => {
    let answer = changes && { ...stored, ...changes };
    const running = backup(3, { state: 'running', finished_at: null, file: null, bytes: null });
    const startBackup = vi.fn<() => Promise<Backups>>(
      async () => (answer = { ...stored, backups: [running, ...stored.backups] }),
    );
    const end = () => (answer = { ...stored, backups: [backup(3), ...stored.backups] });
    renderScreen(<BackupList />, { backups: async () => answer, startBackup });
    return { startBackup, end };
  };
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'سجل النسخ' })).getAllByRole('listitem');

  it('the list has size, file and reason of each backup, and the times of the last and the next', async () => {
    open();
    const [first, second] = (await rows()).map(({ textContent }) => textContent);
    expect(first).toContain('تمت · 4.8 ميغابايت');
    expect(first).toContain('rasd.daily-20261119T230002Z.db على الجهاز server-1');
    expect(second).toContain('تمت · بطلب مدير · 1 كيلوبايت');
    expect(screen.getByText('آخر نسخة تامة').nextElementSibling?.textContent).toContain('02:00');
    expect(screen.getByText('النسخة القادمة').nextElementSibling?.textContent).toContain('02:00');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a press starts a backup, and the button waits for its end', async () => {
    const { startBackup, end } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'خذ نسخة الآن' }));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'جارٍ النسخ…' });
    expect(button.disabled).toBe(true);
    expect(startBackup).toHaveBeenCalledOnce();
    end();
    // The list is read again, without another press.
    await waitFor(() => expect(button.textContent).toBe('خذ نسخة الآن'), { timeout: 60_000 });
    expect(await rows()).toHaveLength(3);
  });

  it.each(backupErrors)('a failure for %s has a reason in Arabic', async (error) => {
    open({ warning: 'FAILED', backups: [failed(3, error), ...stored.backups] });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^لم تتم آخر نسخة احتياطية\. [\u0600-\u06FF]/);
    expect((await rows())[0]?.textContent).toContain('لم تتم');
  });

  it('the newest five are shown, and the others on demand', async () => {
    open({ backups: [9, 8, 7, 6, 5, 4, 3].map((id) => backup(id)) });
    expect(await rows()).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'إظهار نسختين أخريين' }));
    expect(await rows()).toHaveLength(7);
  });

  it('a database in memory has a note, and no button', async () => {
    open({ is_possible: false, next_at: null, last_success_at: null, backups: [] });
    expect((await screen.findByRole('alert')).textContent).toContain('في الذاكرة');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the line of the dashboard', () => {
  const open = (changes: Partial<Backups> | null) =>
    renderScreen(
      <>
        <BackupLine isWarning />
        <BackupLine isWarning={false} />
      </>,
      { backups: async () => changes && { ...stored, ...changes } },
    );
  const link = () => screen.findByRole('link', { name: 'التفاصيل' });

  it('the line tells when the last backup was, and leads to the settings', async () => {
    open({});
    expect((await link()).getAttribute('href')).toBe('/settings/backups');
    expect(screen.getByText(/^آخر نسخة احتياطية:/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['FAILED', /^لم تتم آخر نسخة احتياطية\./],
    ['OVERDUE', 'مضى أكثر من يوم ونصف على آخر نسخة احتياطية تامة.'],
    ['CLOCK_BEHIND', /^ساعة الخادم متأخرة/],
  ] as const)('the warning %s replaces the line', async (warning, text) => {
    open({ warning });
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeTruthy();
    expect((await link()).getAttribute('href')).toBe('/settings/backups');
    expect(screen.queryByText(/^آخر نسخة احتياطية:/)).toBeNull();
  });

  it('the line tells that no backup was made yet, or that there are no daily ones', async () => {
    open({ last_success_at: null, backups: [] });
    expect(await screen.findByText('لم تُحفظ نسخة احتياطية بعد.')).toBeTruthy();
    cleanup();
    open({ hour: null, next_at: null });
    expect(await screen.findByText('النسخ الاحتياطي اليومي متوقف.')).toBeTruthy();
  });
});
