import { plural } from '../plural';

/** Assignments for students; translated from the English texts of spec 2 §2, §5, §8, §9. */
export const ownAssignments = {
  title: 'واجباتي',
  subtitle: 'واجبات دفعتك: حلّها قبل موعدها، وراجع درجاتك وملاحظات معلميك.',

  // Stats.
  total: 'كل الواجبات',
  submitted: 'سُلّمت',
  late: 'سُلّمت متأخرة',
  average: 'متوسط درجاتك',
  averageHint: 'في ما صُحّح',

  // Filters.
  anySubject: 'كل المواد',
  subjectChoice: '%{name} (المستوى %{level})',
  anyStatus: 'كل الحالات',
  statuses: {
    pending: 'بانتظار الحل',
    submitted: 'تم التسليم',
    graded: 'تم التصحيح',
    late: 'سُلّم متأخراً',
    expired: 'انتهى الموعد',
  },
  waiting: 'ينتظر الشبكة',

  // The list.
  emptyTitle: 'لا توجد واجبات حالياً',
  emptyText: 'يظهر هنا كل واجب ينشره معلموك لدفعتك.',
  noneFoundText: 'لا يوجد واجب يطابق التصفية الحالية.',
  loadFailed: 'تعذّر تحميل الواجبات',
  score: 'درجتك',
  solve: 'حل الواجب',
  view: 'عرض الحل',
  solveOf: 'حل الواجب: %{title}',
  carryOn: 'متابعة الحل',
  carryOnOf: 'متابعة الحل: %{title}',
  viewOf: 'عرض الحل: %{title}',

  // Time.
  remaining: 'الوقت المتبقي',
  days: plural({
    zero: '0 يوم',
    one: 'يوم',
    two: 'يومان',
    few: '%{smart_count} أيام',
    many: '%{smart_count} يوماً',
    other: '%{smart_count} يوم',
  }),
  hours: plural({
    zero: '0 ساعة',
    one: 'ساعة',
    two: 'ساعتان',
    few: '%{smart_count} ساعات',
    many: '%{smart_count} ساعة',
  }),
  minutes: plural({
    zero: '0 دقيقة',
    one: 'دقيقة',
    two: 'دقيقتان',
    few: '%{smart_count} دقائق',
    many: '%{smart_count} دقيقة',
  }),
  seconds: plural({
    zero: '0 ثانية',
    one: 'ثانية',
    two: 'ثانيتان',
    few: '%{smart_count} ثوانٍ',
    many: '%{smart_count} ثانية',
  }),
  lateTaken: 'يُقبل التسليم متأخراً',
  both: '%{first} و%{second}',

  // The answer page.
  back: 'العودة إلى واجباتي',
  notFoundText: 'لم يعد هذا الواجب منشوراً لدفعتك، أو حُذف.',
  lateWarning: 'انتهى موعد التسليم، وما زال التسليم مقبولاً. سيُسجَّل تسليمك متأخراً.',
  noQuestions: 'لا أسئلة في هذا الواجب. اقرأ الوصف، ثم سلّمه حين تنجزه.',
  marks: plural({
    zero: 'بلا درجة',
    one: 'درجة واحدة',
    two: 'درجتان',
    few: '%{smart_count} درجات',
    many: '%{smart_count} درجة',
  }),
  clear: 'مسح الإجابة',
  clearOf: 'مسح إجابة السؤال %{number}',
  answerOf: 'إجابة السؤال %{number}',
  shortHint: 'إجابة قصيرة',
  essayHint: 'إجابة مقالية',
  characters: '%{count} من %{most} حرف',
  progress: 'أُجيب عن %{answered} من %{total}',
  progressLabel: 'التقدم في الإجابة',
  onceOnly: 'لا يمكن تعديل الإجابات بعد التسليم.',
  submit: 'تسليم الواجب',
  submitting: 'جارٍ التسليم…',
  submitDone: 'تم تسليم الواجب بنجاح',
  submitFailed: 'فشل في تسليم الواجب، يرجى المحاولة مرة أخرى',
  confirmTitle: 'تسليم الواجب؟',
  confirmUnanswered: plural({
    zero: 'أجبت عن كل الأسئلة.',
    one: 'بقي سؤال واحد بلا إجابة. هل تريد التسليم مع ذلك؟',
    two: 'بقي سؤالان بلا إجابة. هل تريد التسليم مع ذلك؟',
    few: 'بقيت %{smart_count} أسئلة بلا إجابة. هل تريد التسليم مع ذلك؟',
    many: 'بقي %{smart_count} سؤالاً بلا إجابة. هل تريد التسليم مع ذلك؟',
    other: 'بقي %{smart_count} سؤال بلا إجابة. هل تريد التسليم مع ذلك؟',
  }),
  confirm: 'تسليم',
  toUnanswered: 'إلى أول سؤال بلا إجابة',

  // Drafts.
  savedBoth: 'حُفظت إجاباتك.',
  savedHere: 'حُفظت إجاباتك على هذا الجهاز.',
  savedHereOnly: 'حُفظت إجاباتك على هذا الجهاز، وستُحفظ في الخادم عند عودة الاتصال.',
  saving: 'حُفظت إجاباتك على هذا الجهاز، وجارٍ حفظها في الخادم…',
  notSaved: 'ذاكرة هذا الجهاز ممتلئة، فلا تغلق الصفحة قبل التسليم.',
  nothingYet: 'تُحفظ إجاباتك تلقائياً أثناء الكتابة.',
  clashTitle: 'كتبتَ إجابات أخرى على جهاز آخر (%{when}). أي الإجابات تبقى؟',
  clashHere: 'على هذا الجهاز',
  clashThere: 'على الجهاز الآخر',
  keepHere: 'إبقاء إجابات هذا الجهاز',
  takeThere: 'أخذ إجابات الجهاز الآخر',
  clashFirst: 'اختر أولاً أي الإجابات تبقى',
  noAnswer: 'بلا إجابة',

  // On its way.
  outboxWaiting:
    'تسليمك محفوظ على هذا الجهاز، وسيُرسل تلقائياً عند عودة الاتصال. أبقِ الصفحة مفتوحة، أو عُد إليها لاحقاً من هذا الجهاز.',

  // After the end.
  endedTitle: 'انتهى موعد تسليم الواجب',
  endedText: 'انتهى موعد هذا الواجب، ولا يُقبل التسليم بعده.',
  endedRefused: 'لم يصل تسليمك إلى الخادم قبل انتهاء الموعد.',
  keptTitle: 'ما كتبته',
  keptText: 'لم تُسلَّم هذه الإجابات. بقيت مسودةً على هذا الجهاز، ويمكنك نسخها.',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ، حدّد النص وانسخه',
  removedTitle: plural({
    zero: 'لم يُحذف سؤال',
    one: 'حُذف سؤال كنت أجبت عنه، ولن تُرسل إجابته:',
    two: 'حُذف سؤالان كنت أجبت عنهما، ولن تُرسل إجابتاهما:',
    few: 'حُذفت %{smart_count} أسئلة كنت أجبت عنها، ولن تُرسل إجاباتها:',
    many: 'حُذف %{smart_count} سؤالاً كنت أجبت عنها، ولن تُرسل إجاباتها:',
    other: 'حُذف %{smart_count} سؤال كنت أجبت عنها، ولن تُرسل إجاباتها:',
  }),
  removedOption: 'اختيار من خيارات السؤال المحذوف',
  changed: 'غيّر المعلم هذا الواجب أثناء الحل. راجع الأسئلة، ثم سلّم من جديد.',

  // Handed in.
  doneTitle: 'سلّمت هذا الواجب',
  doneElsewhere: 'سُلّم هذا الواجب من قبل بإجابات أخرى، فلم تُقبل الإجابات التي على هذا الجهاز.',
  finalScore: 'الدرجة النهائية',

  // The solution.
  notYetTitle: 'لم تسلّم هذا الواجب بعد',
  notYetText: 'يظهر هنا حلّك ودرجاتك بعد التسليم.',
  keyLater: 'تظهر الإجابات الصحيحة بعد انتهاء الموعد أو اكتمال التصحيح.',
  modelAnswer: 'الإجابة النموذجية',
  chosen: 'إجابتك',
  chosenRight: 'إجابتك، صحيحة',
  chosenWrong: 'إجابتك، خاطئة',
} as const;
