import type { QuestionType } from '../../contract/vocabulary';
import type { BatchPlan } from './batches';

interface QuestionPlan {
  text: string;
  type: QuestionType;
  marks: number;
  key: string | null;
  /** The right one first. */
  options: readonly string[];
  /** What students write to an essay. */
  said: readonly string[];
}

const question = (
  type: QuestionType,
  text: string,
  marks: number,
  key: string | null = null,
  options: readonly string[] = [],
): QuestionPlan => ({ type, text, marks, key, options, said: [] });
const essay = (text: string, marks: number, ...said: string[]): QuestionPlan => ({
  ...question('essay', text, marks),
  said,
});
const choice = (text: string, marks: number, ...options: string[]) =>
  question('multiple_choice', text, marks, null, options);

/** The state of an assignment. */
export interface AssignmentPlan {
  /** Subject and batch. */
  of: readonly [string, BatchPlan['key']];
  title: string;
  description: string;
  isPublished: boolean;
  allowsLate: boolean;
  /** From today; null without a due time. */
  dueInDays: number | null;
  /** The account `student` has submitted it. */
  isHandedInByStudent: boolean;
  /** The share of the other students who have submitted. */
  handedIn: number;
  /** One submission in this many waits to be graded; 0: none. */
  waitingOneOf: number;
  questions: readonly QuestionPlan[];
}

const mulk = [
  choice('كم عدد آيات سورة الملك؟', 2, 'ثلاثون آية', 'اثنتان وخمسون آية', 'أربعون آية', 'ثمان وعشرون آية'),
  question('true_false', 'سورة الملك سورة مكية.', 1, 'true'),
  question('text', 'ما السورة التي تلي سورة الملك في ترتيب المصحف؟', 2, 'القلم'),
  essay(
    'اكتب بأسلوبك ثلاث فوائد خرجت بها من السورة.',
    5,
    'تعلمت أن أراقب عملي، وأن أشكر النعم، وأن أتفكر في الخلق.',
    'التفكر في السماء وما فيها، والاستعداد للآخرة، وشكر نعمة السمع والبصر.',
  ),
];

const nun = [
  choice('كم عدد حروف الإظهار الحلقي؟', 2, 'ستة', 'أربعة', 'خمسة', 'خمسة عشر'),
  choice('أي الحروف الآتية حرف الإقلاب؟', 2, 'الباء', 'الميم', 'الراء', 'القاف'),
  question('true_false', 'حروف الإدغام مجموعة في كلمة «يرملون».', 2, 'true'),
  question('text', 'ما حكم النون الساكنة إذا جاء بعدها حرف القاف؟', 4, 'الإخفاء'),
  essay(
    'اشرح الفرق بين الإدغام بغنة والإدغام بغير غنة، واذكر مثالاً لكل منهما.',
    10,
    'الأول تبقى معه الغنة، مثل: من يقول، والثاني لا غنة معه، مثل: من لدنه.',
    'أحتاج إلى مراجعة هذا الدرس، وأذكر أن الغنة تبقى مع حروف «ينمو».',
  ),
];

const wudu = [
  question('true_false', 'غسل الوجه من فروض الوضوء.', 2, 'true'),
  choice('كم مرة يجزئ غسل العضو في الوضوء؟', 3, 'مرة واحدة', 'مرتان', 'ثلاث مرات'),
  question('true_false', 'النوم المستغرق لا ينقض الوضوء.', 2, 'false'),
  question('text', 'بم يتطهر من لم يجد الماء؟', 3, 'التيمم'),
];

const prayer = [
  question('true_false', 'تكبيرة الإحرام ركن من أركان الصلاة.', 2, 'true'),
  essay('اذكر ما تحفظه من أركان الصلاة بترتيبها.', 8),
];

/** One to solve, one graded, one that still accepts late submissions, one draft; and one of another batch. */
export const assignmentPlans: readonly AssignmentPlan[] = [
  {
    of: ['SHR101', 'quran1445'],
    title: 'الطهارة والوضوء',
    description: 'أسئلة قصيرة على باب الوضوء.\nراجع الدرسين الأول والثاني قبل الحل.',
    isPublished: true,
    allowsLate: false,
    dueInDays: -4,
    isHandedInByStudent: true,
    handedIn: 0.85,
    waitingOneOf: 4,
    questions: wudu,
  },
  {
    of: ['QRN102', 'quran1445'],
    title: 'أحكام النون الساكنة والتنوين',
    description: 'أجب من حفظك، ثم راجع إجاباتك قبل التسليم.',
    isPublished: true,
    allowsLate: true,
    dueInDays: -2,
    isHandedInByStudent: false,
    handedIn: 0.5,
    waitingOneOf: 1,
    questions: nun,
  },
  {
    of: ['QRN101', 'quran1445'],
    title: 'مراجعة سورة الملك',
    description: 'اقرأ السورة كاملة قبل أن تبدأ.',
    isPublished: true,
    allowsLate: false,
    dueInDays: 5,
    isHandedInByStudent: false,
    handedIn: 0.2,
    waitingOneOf: 1,
    questions: mulk,
  },
  {
    of: ['SHR101', 'quran1445'],
    title: 'أركان الصلاة',
    description: 'مسودة: تُضاف إليها أسئلة أخرى.',
    isPublished: false,
    allowsLate: false,
    dueInDays: null,
    isHandedInByStudent: false,
    handedIn: 0,
    waitingOneOf: 0,
    questions: prayer,
  },
  {
    of: ['QRN101', 'sharia1445'],
    title: 'مراجعة سورة الملك',
    description: 'اقرأ السورة كاملة قبل أن تبدأ.',
    isPublished: true,
    allowsLate: true,
    dueInDays: 3,
    isHandedInByStudent: false,
    handedIn: 0.3,
    waitingOneOf: 1,
    questions: mulk,
  },
];
