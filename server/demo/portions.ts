import { listed } from './listed';

// The portions of daily recitation, in the order of the Quran.

export const lastPart = listed(`
  النبأ، النازعات، عبس، التكوير، الانفطار، المطففين، الانشقاق، البروج، الطارق، الأعلى،
  الغاشية، الفجر، البلد، الشمس، الليل، الضحى، الشرح، التين، العلق، القدر، البينة، الزلزلة،
  العاديات، القارعة، التكاثر، العصر، الهمزة، الفيل، قريش، الماعون، الكوثر، الكافرون، النصر،
  المسد، الإخلاص، الفلق، الناس`).map((name) => `سورة ${name}`);

export const lastButOnePart = listed(`
  الملك، القلم، الحاقة، المعارج، نوح، الجن، المزمل، المدثر، القيامة، الإنسان، المرسلات`).map(
  (name) => `سورة ${name}`,
);

const ordinals = ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس'] as const;

/** The first five parts: two halves (hizb) each, of four quarters each. */
export const firstParts: readonly string[] = ordinals.flatMap((part) =>
  ['الأول', 'الثاني'].flatMap((half) =>
    ordinals.slice(0, 4).map((quarter) => `ورد الربع ${quarter} من الحزب ${half} من الجزء ${part}`),
  ),
);
