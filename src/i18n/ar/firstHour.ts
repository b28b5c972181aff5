export const firstHour = {
  title: 'خطوات البداية',
  text: 'أكمل هذه الخطوات بأي ترتيب، ويصبح المعهد جاهزاً لأول درس.',
  done: (done: number, of: number) => `أُنجز ${done} من ${of}`,
  doneSteps: 'ما أُنجز',
  isDone: 'أُنجزت',
  hide: 'إخفاء الخطوات',
  step: (number: number, of: number) => `الخطوة ${number} من ${of}`,
  home: 'لوحة التحكم',
  next: (title: string) => `التالي: ${title}`,
  end: 'إنهاء الخطوات',
  steps: {
    name: { title: 'اسم المعهد وشعاره', text: 'يظهران في رأس كل تقرير' },
    year: { title: 'العام والفصول الدراسية', text: 'تُحسب بها أسابيع الفصل والدفعات النشطة' },
    programs: { title: 'إضافة برنامج', text: 'مثل: برنامج حفظ القرآن' },
    batches: { title: 'إضافة دفعة', text: 'مجموعة الطلاب الذين بدؤوا معاً' },
    subjects: { title: 'إضافة المواد', text: 'مواد الدفعة، ولكل مادة درجاتها أو سجلها' },
    students: { title: 'إضافة الطلاب', text: 'من ملف Excel دفعة واحدة، أو واحداً واحداً' },
    teachers: { title: 'إضافة المعلمين', text: 'لكل معلم حساب يدخل به' },
    links: { title: 'إسناد المواد إلى المعلمين', text: 'فيرى كل معلم مواده وطلابه' },
    accounts: { title: 'حسابات الطلاب', text: 'حساب لكل طالب، وبطاقة تُسلّم إليه' },
  },
} as const;

/** For screens without choices: the missing record and a link to add it. */
export const missing = {
  of: {
    programs: {
      title: 'لا توجد برامج بعد',
      text: 'ابدأ بإضافة برنامج، ثم أضف دفعاته وموادها.',
      button: 'إضافة برنامج',
      to: '/programs/create',
    },
    batches: {
      title: 'لا توجد دفعات بعد',
      text: 'أضف دفعة إلى البرنامج، ثم أضف موادها وطلابها.',
      button: 'إضافة دفعة',
      to: '/batches/create',
    },
    subjects: {
      title: 'لا توجد مواد بعد',
      text: 'أضف مواد الدفعة لتختار منها هنا.',
      button: 'إضافة المواد',
      to: '/subjects/create',
    },
    students: {
      title: 'لا يوجد طلاب بعد',
      text: 'أضف الطلاب من ملف Excel دفعة واحدة، أو واحداً واحداً.',
      button: 'إضافة الطلاب',
      to: '/import?type=students',
    },
  },
  byOthers: 'يظهر هنا ما تضيفه إدارة المعهد وتسنده إليك.',
} as const;
