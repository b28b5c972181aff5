import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Batch } from '../../contract/batches';
import { dataProvider } from '../../src/dataProvider';
import { dropSession } from '../../src/dataProvider/session';
import { signInAs } from './screen';

const batch = { id: 2, batch_name: 'الدفعة الأولى', program_id: 'QRN', program_name: 'القرآن' };

export const pageAddress = (page: string) => `${page}?program_id=QRN&batch_id=2&subject_code=QRN110-2`;

/** Serves one subject without circles, the subject of `pageAddress`. */
export const subjectProvider = (
  subject: { name: string; type: string },
  changes: Partial<Pick<Batch, 'start_date' | 'end_date' | 'section'>> = {},
) => ({
  ...dataProvider,
  getList: async (resource: string) =>
    resource === 'subjects'
      ? { data: [{ id: 9, subject_code: 'QRN110-2', batch_id: 2, ...subject }], total: 1 }
      : { data: [], total: 0 },
  getOne: async () => ({ data: { ...batch, ...changes } }),
  getMany: async () => ({ data: [batch] }),
  circlesOf: async () => [],
  choices: async () => ({ rows: [], hasMore: false }),
});

/** Signs a teacher in before each test, on an empty device. */
export function signTeacherIn(): void {
  beforeEach(() => {
    localStorage.clear();
    signInAs('teacher');
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    dropSession('left');
  });
}
