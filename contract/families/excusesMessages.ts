import { arabicPlural } from '../rules/arabicText';
import { hijriDate } from '../rules/hijri';

/** The Arabic texts about excuses in answers, in the log, and on the guardian's page. */
export const excuseMessages = {
  otherSubject: 'إحدى المواد ليست من مواد هذا العذر',
  refusedByOffice: 'لم تقبل إدارة المعهد هذا العذر',
  acceptedAlready: 'قُبل هذا العذر من قبل، فتراجع عن قبوله أولاً',
  acceptedByOffice: (student: string) => `قبلت إدارة المعهد عذر «${student}» كله`,
  sent: 'سُجّل العذر',
  refused: 'سُجّل أن العذر لم يُقبل',
  accepted: (excused: number) => `قُبل العذر${excusedNote(excused)}`,
} as const;

function excusedNote(count: number): string {
  const forms = {
    zero: '',
    one: '، وصار غياب واحد بعذر',
    two: '، وصار غيابان بعذر',
    few: `، وصارت ${count} غيابات بعذر`,
    many: `، وصار ${count} غياباً بعذر`,
    other: `، وصار ${count} غياب بعذر`,
  };
  return forms[arabicPlural(count)];
}

const describeDays = (from: string, to: string) =>
  from === to ? `يوم ${hijriDate(from)}` : `من ${hijriDate(from)} إلى ${hijriDate(to)}`;

export const excuseDescriptions = {
  sent: (student: string, from: string, to: string) => `عذر الطالب «${student}» ${describeDays(from, to)}`,
  accepted: (student: string, from: string, to: string) =>
    `قبول عذر الطالب «${student}» ${describeDays(from, to)}`,
  acceptedIn: (student: string, from: string, to: string, subjects: readonly string[]) =>
    `قبول عذر الطالب «${student}» ${describeDays(from, to)} في ${subjects.map((name) => `«${name}»`).join('، ')}`,
  refused: (student: string, from: string, to: string) =>
    `عدم قبول عذر الطالب «${student}» ${describeDays(from, to)}`,
} as const;

/** The author of an operation that a guardian made on his page. */
export const guardianAuthor = (label: string) => `ولي الأمر ${label}`;
