/** Texts about lines of a file. This file is separate, so that other screens do not load these texts. */
export const importReview = {
  title: 'سطور للمراجعة',
  kinds: {
    hidden: 'سطور مخفية في الجدول',
    nonRecord: 'سطور ليست سجلات، كالمجموع والتوقيع',
    nameOnly: 'سطور فيها اسم وحده',
    repeated: 'سطور مكررة للشخص أو السجل نفسه',
  },
  include: (kind: string) => `استيراد: ${kind}`,
  counts: (count: number, included: number) =>
    included === 0
      ? `لا تُستورد: ${count}`
      : included === count
        ? `تُستورد كلها: ${count}`
        : `المستورد منها ${included} من ${count}`,
  showLines: 'عرض السطور',
  hideLines: 'إخفاء السطور',
  linesOf: (action: string, kind: string) => `${action}: ${kind}`,
  includeLine: (line: number, text: string) => `استيراد السطر ${line}: ${text}`,
  repeats: (line: number, first: number) => `السطر ${line}، تكرار للسطر ${first}`,
  merged: (count: number) => `صفوف أخذت دفعتها أو برنامجها أو حلقتها أو مادتها من خلية مدمجة: ${count}`,
  fill: (field: string, count: number) => `تعبئة خلايا «${field}» الفارغة بما فوقها: ${count}`,
  monthFirst: (columns: string) => `تبدأ التواريخ في هذه الأعمدة بالشهر، وقُرئت كذلك: ${columns}`,
  excluded: (count: number) => ` · سطور لا تُستورد: ${count}`,
  hiddenSheet: ' (مخفية)',
} as const;
