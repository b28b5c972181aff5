import { type MushafRange, pageCount, pagesOfRange, rangeOfPages } from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import {
  dailyRecordType,
  defaultRecordKind,
  defaultRecordResult,
  fixedListContent,
  type PerformanceLevel,
  performanceLevels,
} from '../../../contract/vocabulary';
import type { NewRow, Row } from '../schema';
import { daysAfter } from './calendar';
import { listed } from './listed';
import { type Random, randomFor } from './random';
import type { DemoStudent } from './students';

/** Records further back are left out, so that the demo starts quickly. */
const recordedDays = 21;
/** Here portions are ranges of the mushaf. */
const mushafBase = 'SHR110';

/** From so many in a hundred on, a performance has this level; mistakes from – to go with it. */
const performances: readonly { least: number; level: PerformanceLevel; mistakes: [number, number] }[] = [
  { least: 65, level: performanceLevels[0], mistakes: [0, 1] },
  { least: 35, level: performanceLevels[1], mistakes: [1, 3] },
  { least: 15, level: performanceLevels[2], mistakes: [2, 5] },
  { least: 5, level: performanceLevels[3], mistakes: [4, 8] },
  { least: 0, level: performanceLevels[4], mistakes: [7, 12] },
];
const notAssessedShare = 0.03;
const withoutRecordShare = 0.05;

const texts = listed(`
  نص النخلة الكريمة، نص رحلة إلى القرية، قصيدة في حب الوطن، نص أخلاق طالب العلم، نص الجار الصالح،
  قصة الصياد والبحر، نص في وصف الربيع، حوار بين القلم والكتاب`);
const advice = listed(`
  أحسن، يُراجع أحكام المد، يحتاج إلى تثبيت الآيات الأخيرة، إتقان ممتاز، يعيد الورد غداً،
  تحسن ملحوظ، يُنتبه إلى مخارج الحروف`);

interface Recited {
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  curricula: readonly Row<'subject_curriculum'>[];
  registers: readonly Row<'registers'>[];
  absences: readonly Row<'absences'>[];
  today: string;
}

type Portion = Pick<NewRow<'daily_records'>, 'record_content' | 'pages_count'> & {
  ranges: readonly MushafRange[];
};

/** A record with what was heard in it. */
export interface DemoRecord {
  record: NewRow<'daily_records'>;
  ranges: readonly MushafRange[];
}

/** What the students who were there have recited in the last weeks, each going on where he stopped. */
export function demoDailyRecords(recited: Recited): DemoRecord[] {
  const { subjects, students, curricula, registers, absences, today } = recited;
  const random = randomFor('daily records');
  const since = daysAfter(today, -recordedDays);
  const away = new Set(absences.map((one) => `${one.register_id} ${one.student_row_id}`));
  const daily = subjects.filter(({ type }) => type === dailyRecordType);
  return daily.flatMap((subject) => {
    const curriculum = curricula.find(({ subject_id }) => subject_id === subject.id);
    const portionAt = portionsOf(subject, curriculum);
    const lessons = registers.filter(({ subject_id, date }) => subject_id === subject.id && date >= since);
    const pupils = students.filter(({ batch_id }) => batch_id === subject.batch_id);
    return pupils.flatMap((student) => {
      let step = random.integer(0, 30);
      return lessons.flatMap(({ id, date, created_at }) => {
        const isAway = away.has(`${id} ${student.id}`) || student.created_at.slice(0, 10) > date;
        if (isAway || random.happens(withoutRecordShare)) return [];
        const { ranges, ...portion } = portionAt(step);
        step += 1;
        const record = { subject_id: subject.id, date, student_row_id: student.id, created_at };
        const kind = defaultRecordKind;
        const result = defaultRecordResult;
        return [{ record: { ...record, kind, result, ...portion, ...judgement(random) }, ranges }];
      });
    });
  });
}

/** The portion at each step, as the settings of the offering have it. */
function portionsOf(
  subject: Row<'subjects'>,
  curriculum: Row<'subject_curriculum'> | undefined,
): (step: number) => Portion {
  if (subject.base_subject_code === mushafBase)
    return (step) => {
      const first = 1 + ((2 * step) % pageCount);
      const range = rangeOfPages(first, first + 1);
      if (!range) throw new Error('the mushaf of the demo has too few pages');
      return { record_content: describeRange(range), pages_count: pagesOfRange(range), ranges: [range] };
    };
  const isFixed = curriculum?.content_type === fixedListContent;
  const items = isFixed ? (JSON.parse(curriculum.curriculum_items) as string[]) : texts;
  const pages_count = curriculum?.require_pages_count === 1 ? curriculum.default_pages : null;
  return (step) => ({ record_content: items[step % items.length] ?? null, pages_count, ranges: [] });
}

function judgement(random: Random) {
  const reached = random.integer(0, 99);
  const found = random.happens(notAssessedShare) ? null : performances.find(({ least }) => reached >= least);
  return {
    performance_level: found?.level ?? null,
    mistakes_count: found ? random.integer(...found.mistakes) : null,
    teacher_notes: random.happens(0.15) ? random.pick(advice) : null,
  };
}
