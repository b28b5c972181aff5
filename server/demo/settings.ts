import { currentAcademicYear } from '../../contract/rules/academicYear';
import { defaultTimeZone } from '../../contract/rules/hijri';
import {
  defaultFaultKinds,
  defaultInstituteName,
  defaultNoteCategories,
  defaultRetentionDays,
} from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, findFirstLesson, findLessonStart, findNextSunday, timeOnDay } from './calendar';

export const initialSettings: NewRow<'settings'> = {
  id: 1,
  institute_name: defaultInstituteName,
  current_academic_year: null,
  teacher_scope: 'linked',
  is_demo: 0,
  time_zone: defaultTimeZone,
  logo: null,
  archive_retention_days: defaultRetentionDays,
  record_kinds: null,
  weekend_days: null,
  result_rules: null,
  terms_changed_at: null,
  confirmed_years: null,
};

export const initialFaultKinds: NewRow<'fault_kinds'>[] = defaultFaultKinds.map((kind, index) => ({
  ...kind,
  position: index + 1,
}));

export const initialNoteCategories: NewRow<'note_categories'>[] = defaultNoteCategories.map(
  (category, index) => ({ ...category, is_active: 1, position: index + 1 }),
);

export const demoSettings: NewRow<'settings'> = {
  ...initialSettings,
  institute_name: 'معهد رصد للقرآن والعلوم الشرعية',
  is_demo: 1,
  teachers_contact_guardians: 1,
};

/** Three terms a year without gaps since the start of the open batches, so that today is in a term. */
export function buildTerms(today: string): NewRow<'terms'>[] {
  const thisYear = Number(today.slice(0, 4));
  const lastYear = findFirstLesson(thisYear) <= today ? thisYear : thisYear - 1;
  const firstYear = Number(findLessonStart(today).slice(0, 4));
  const academicYear = Number(currentAcademicYear(null, today));
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index).flatMap((year) => {
    const start = findFirstLesson(year);
    const [secondStart, summerStart] = [daysAfter(start, 7 * 19), daysAfter(start, 7 * 38)];
    const buildTerm = (name: string, start_date: string, nextStart: string) => ({
      name: `${name} ${academicYear - (lastYear - year)}`,
      start_date,
      end_date: daysAfter(nextStart, -1),
    });
    return [
      buildTerm('الفصل الأول', start, secondStart),
      buildTerm('الفصل الثاني', secondStart, summerStart),
      buildTerm('الفصل الصيفي', summerStart, findFirstLesson(year + 1)),
    ];
  });
}

/** All days are after today, so that the demo's lessons of today and before have no holiday. */
export function buildHolidays(today: string, batchId: number): NewRow<'holidays'>[] {
  const plan = (name: string, from_date: string, days: number, ownBatch: number | null = null) => ({
    name,
    kind: 'holiday' as const,
    from_date,
    to_date: daysAfter(from_date, days - 1),
    section: null,
    program_row_id: null,
    batch_id: ownBatch,
    excludes_registers: 0,
  });
  const breakStart = findNextSunday(daysAfter(today, 10));
  return [
    plan('إجازة منتصف الفصل', breakStart, 5),
    plan('رحلة الدفعة إلى مكة المكرمة', daysAfter(breakStart, 18), 2, batchId),
    plan('إجازة يوم التأسيس', findNext(today, '02-22'), 1),
    plan('إجازة اليوم الوطني', findNext(today, '09-23'), 1),
  ];
}

/** @param day month and day */
function findNext(today: string, day: string): string {
  const thisYear = `${today.slice(0, 4)}-${day}`;
  return thisYear > today ? thisYear : `${Number(today.slice(0, 4)) + 1}-${day}`;
}

interface Announcer {
  today: string;
  users: readonly Row<'users'>[];
  batches: readonly Row<'batches'>[];
  circleId: number | null;
}

/**
 * One is pinned for the institute, and one is over. One is of the batch of the demo student, and one of a circle
 * for guardians.
 */
export function buildAnnouncements({
  today,
  users,
  batches,
  circleId,
}: Announcer): NewRow<'announcements'>[] {
  const [admin, teacher] = users;
  const write = (author: Row<'users'> | undefined, writtenOn: string, title: string, text: string) => ({
    title,
    text,
    is_pinned: 0,
    section: null,
    program_row_id: null,
    batch_id: null,
    circle_id: null,
    role: null,
    author_id: author?.id ?? null,
    author: author?.name ?? '',
    created_at: timeOnDay(writtenOn, 75),
  });
  const [yesterday, lastWeek, lastMonth] = [-1, -6, -30].map((days) => daysAfter(today, days)) as [
    string,
    string,
    string,
  ];
  return [
    {
      ...write(
        admin,
        lastMonth,
        'صيانة قاعات الدور الأول',
        'تنتقل حلقات الدور الأول إلى المسجد يومي الأحد والاثنين.',
      ),
      until: daysAfter(lastMonth, 7),
    },
    {
      ...write(
        admin,
        lastWeek,
        'اللقاء السنوي مع أولياء الأمور',
        'يسرّ إدارة المعهد دعوتكم إلى اللقاء السنوي بعد صلاة العشاء في قاعة المعهد.\nفي البرنامج: تلاوات من الطلاب، وعرض لنتائج الفصل، ولقاء مع المعلمين.\nوللأمهات مدخل مستقل من الجهة الشمالية.',
      ),
      until: daysAfter(today, 9),
      is_pinned: 1,
    },
    {
      ...write(teacher, yesterday, 'اختبار التجويد', 'في أحكام النون الساكنة والتنوين، فأحضروا الكتاب.'),
      until: daysAfter(today, 4),
      batch_id: batches[0]?.id ?? null,
    },
    {
      ...write(teacher, yesterday, 'يوم السرد', 'يسرد أبناؤكم جزءاً كاملاً يوم الخميس، فشجّعوهم على المراجعة.'),
      until: daysAfter(today, 6),
      circle_id: circleId,
      role: 'guardian',
    },
  ];
}
