export const pageLanguages = ['ar', 'en'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

const ar = {
  title: 'صفحة ولي الأمر',
  otherLanguage: 'English',
  pin: 'الرقم السري',
  pinHint: 'ستة أرقام، تجدها في البطاقة التي سلّمها لك المعهد.',
  open: 'فتح الصفحة',
  wrongPin: 'الرقم السري أو الرابط غير صحيح. راجع البطاقة وأعد الكتابة.',
  tooMany: 'محاولات كثيرة بأرقام خاطئة. انتظر ربع ساعة ثم أعد المحاولة، أو اطلب بطاقة جديدة من المعهد.',
  over: 'انتهى هذا الرابط. اطلب من المعهد رابطاً جديداً.',
  notFound: 'هذا العنوان غير كامل. امسح الرمز من البطاقة مرة أخرى، أو اكتب العنوان كما هو فيها.',
  askForPin: 'اكتب الرقم السري لفتح الصفحة.',
  refused: 'لم يُقبل الطلب. افتح الصفحة من جديد ثم أعد المحاولة.',
  failed: 'تعذّر فتح الصفحة الآن. أعد المحاولة بعد قليل.',
  back: 'العودة إلى الصفحة',
  leave: 'إغلاق الصفحة على هذا الجهاز',
  noChildren: 'لا طلاب في هذه الصفحة الآن.',
};

export type PageText = typeof ar;

const en: PageText = {
  title: 'Guardian’s page',
  otherLanguage: 'العربية',
  pin: 'PIN',
  pinHint: 'Six digits, on the slip that the institute gave you.',
  open: 'Open the page',
  wrongPin: 'The PIN or the link is wrong. Check the slip and type it again.',
  tooMany:
    'Too many wrong PINs. Wait a quarter of an hour and try again, or ask the institute for a new slip.',
  over: 'This link has ended. Ask the institute for a new one.',
  notFound:
    'This address is not complete. Scan the code on the slip again, or type the address as it is printed.',
  askForPin: 'Type the PIN to open the page.',
  refused: 'The request was refused. Open the page again and try once more.',
  failed: 'The page cannot be opened now. Try again in a little while.',
  back: 'Back to the page',
  leave: 'Close the page on this device',
  noChildren: 'There are no students on this page now.',
};

export const pageTexts: Record<PageLanguage, PageText> = { ar, en };
