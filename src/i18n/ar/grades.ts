/** The grade sheet; exact sentences: spec 2 §2, §5, §8. */
export const grades = {
  menu: 'الدرجات',
  title: 'إدارة الدرجات',
  quiet: 'رصد درجات الطلاب في كل مادة، مع الإحصاءات وتوزيع التقديرات.',
} as const;
