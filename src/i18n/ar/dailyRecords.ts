/** The daily records; exact sentences: spec 2 §2, §5, §8. */
export const dailyRecords = {
  menu: 'السجلات اليومية',
  title: 'السجلات اليومية',
  quiet: 'تقييد ما أنجزه كل طالب في يومه من الحفظ والتلاوة.',
} as const;
