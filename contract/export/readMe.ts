/** The last file of the archive tells what the others are. */
export const readMeName = 'READ-ME.txt';

/** Only Latin letters, because a day after Arabic letters is shown backwards. */
export const archiveName = (today: string): string => `rasd-export-${today}.zip`;

/** @param type `png` or `jpeg` */
export const logoName = (type: string): string => `شعار-المعهد.${type === 'jpeg' ? 'jpg' : type}`;

export interface ExportedFile {
  name: string;
  english: string;
  rows: number;
}

export interface ReadMe {
  institute: string;
  /** The day of the institute. */
  today: string;
  files: readonly ExportedFile[];
}

/** The version of the files. It rises if a program that reads them must change. */
export const exportVersion = 1;

export const buildReadMe = ({ institute, today, files }: ReadMe): string =>
  `${institute}
بيانات المعهد كلها من نظام «رصد» في يوم ${today}، إصدار الملفات ${exportVersion}

هذه جداول بترميز UTF-8 تفتحها برامج الجداول، وسطرها الأول أسماء الأعمدة.
يُعرف الطالب برقمه الأكاديمي، والمادة برمزها ودفعتها، والدفعة والحلقة باسمها.
الأيام بالتقويم الميلادي (سنة-شهر-يوم)، والأوقات بالتوقيت العالمي.
يقرأ مركز الاستيراد في «رصد» الملفات الأولى بترتيبها: البرامج، ثم الدفعات، ثم المواد، ثم الطلاب، ثم الدرجات.
ولا يقرأ حالات الطلاب ولا أرقامهم السابقة، فكل طالب جديد نشط حتى تُسجَّل حالته. وإعدادات الدرجات تُقرأ مع المادة الجديدة.
ليس فيها كلمات مرور ولا روابط صفحات أولياء الأمور ولا الملاحظات الصحية، ونصوص الرسائل لآخر 90 يوماً وحدها.
في هذه الملفات بيانات شخصية، فاحفظها في مكان آمن.

All data of the institute from Rasd on ${today}, version ${exportVersion} of the files

These are tables in UTF-8 for any spreadsheet. The first line has the names of the columns.
The academic number identifies a student, the code with the batch a subject, the name a batch or a circle.
Days are Gregorian (year-month-day), and times are in UTC.
The import centre of Rasd reads the first files in this order: programmes, batches, subjects, students, marks.
It reads neither the statuses nor the former numbers of students: each new student is active. It reads grade settings with a new subject.
There are no passwords, no links of guardians and no health notes; texts of messages only of the last 90 days.
The files have personal data. Keep them in a safe place.

${files.map(({ name, english, rows }) => `${name}\t${rows}\t${english}`).join('\r\n')}
`.replace(/\r?\n/g, '\r\n');
