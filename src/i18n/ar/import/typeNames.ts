/** What an import adds, also in notifications. */
export const typeNames = {
  students: 'الطلاب',
  subjects: 'المواد',
  programs: 'البرامج',
  batches: 'الدفعات',
  grades: 'الدرجات',
  users: 'حسابات المعلمين',
} as const;
