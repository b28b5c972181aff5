/** The absence register; exact sentences: spec 2 §2, §5, §8. */
export const absences = {
  menu: 'الغياب',
  title: 'الغياب اليومي',
  quiet: 'تحضير الطلاب في كل مادة يوماً بيوم، مع إحصاءات الغياب.',
} as const;
