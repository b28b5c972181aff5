import type { ExcuseReason } from '../vocabulary';
import { excuseReasonNames } from '../vocabulary';
import type { PageLanguage } from './guardianPageText';

/** Why a new excuse is refused. Guardians read it in the language of their page. */
const refusals = {
  ar: {
    reversed: () => 'تاريخ النهاية يسبق تاريخ البداية',
    'too long': (days: number) => `مدة العذر ${days} يوماً على الأكثر`,
    'too old': (days: number) => `لا يبدأ العذر قبل أكثر من ${days} يوماً`,
    'too far': (days: number) => `لا ينتهي العذر بعد أكثر من ${days} يوماً`,
    otherProgram: () => 'الطالب ليس في هذا البرنامج',
    tooManyOpen: (max: number) => `للطالب ${max} أعذار تنتظر الرد، فانتظر الرد على أحدها`,
    tooManyToday: (max: number) => `أرسلت ${max} أعذار اليوم، فحاول غداً`,
    incomplete: () => 'راجع التاريخين والسبب',
  },
  en: {
    reversed: () => 'The last day is before the first day',
    'too long': (days: number) => `An excuse has at most ${days} days`,
    'too old': (days: number) => `An excuse starts at most ${days} days ago`,
    'too far': (days: number) => `An excuse ends at most ${days} days from now`,
    otherProgram: () => 'The student is not in this programme',
    tooManyOpen: (max: number) => `${max} excuses of the student wait for an answer; please wait for one`,
    tooManyToday: (max: number) => `You have sent ${max} excuses today; please try again tomorrow`,
    incomplete: () => 'Check the two dates and the reason',
  },
};

export type ExcuseRefusals = (typeof refusals)['ar'];
export const excuseRefusals: Record<PageLanguage, ExcuseRefusals> = refusals;

const english: Record<ExcuseReason, string> = {
  illness: 'Illness',
  travel: 'Travel',
  family: 'Family matter',
  appointment: 'Medical appointment',
  other: 'Other',
};

const ar = {
  title: 'الأعذار',
  open: 'إرسال عذر',
  student: 'لمن العذر',
  from: 'من يوم',
  to: 'إلى يوم',
  reason: 'السبب',
  line: 'توضيح (اختياري)',
  send: 'إرسال',
  sent: 'وصل عذرك إلى المعهد، وسيظهر الرد في هذه الصفحة.',
  states: { open: 'أُرسل', accepted: 'قُبل', refused: 'لم يُقبل' },
  acceptedIn: 'قُبل في',
  days: (from: string, to: string) => `من ${from} إلى ${to}`,
  comma: '، ',
  reasons: excuseReasonNames,
};

type ExcusePageText = typeof ar;

const en: ExcusePageText = {
  title: 'Excuses',
  open: 'Send an excuse',
  student: 'For',
  from: 'From',
  to: 'To',
  reason: 'Reason',
  line: 'More (optional)',
  send: 'Send',
  sent: 'The institute has received your excuse. The answer will be on this page.',
  states: { open: 'sent', accepted: 'accepted', refused: 'not accepted' },
  acceptedIn: 'accepted in',
  days: (from, to) => `${from} to ${to}`,
  comma: ', ',
  reasons: english,
};

export const excusePageTexts: Record<PageLanguage, ExcusePageText> = { ar, en };
