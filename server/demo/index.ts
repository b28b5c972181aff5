import { ayahNumber } from '../../contract/rules/mushaf';
import { operationDescriptions } from '../../contract/successMessages';
import type { Data } from '../db/data';
import { systemActor } from '../db/log/operationLog';
import { fillAssignments } from './assignments';
import { fillBehaviour } from './behaviour';
import { daysAfter, daysBetween, weekdaysOf } from './calendar';
import { fillHifz } from './hifz';
import { circleDays, fillInstitute, type Institute } from './institute';
import { buildRecitations, planLearners, type Recitation } from './recitations';
import { buildAnnouncements, demoSettings } from './settings';
import { buildAbsences, buildGrades, buildRegisters } from './teaching';

export interface DemoOptions {
  /** `YYYY-MM-DD`. All other dates depend on this one. */
  today: string;
  passwordHash: string;
  /** True: a year of recitations, which takes some seconds to write. False: only the last weeks. */
  hasYear?: boolean;
  /**
   * Only this number of last days has revisions, because most rows are revisions. New portions are always
   * written.
   */
  revisionDays?: number;
}

/** Fills an empty database in one recorded operation. The same `today` gives the same data. */
export async function fillDemo(data: Data, options: DemoOptions): Promise<void> {
  const { today, passwordHash, hasYear = false, revisionDays } = options;
  await data.write(systemActor, async (unit) => {
    unit.describe('import', 'settings', demoSettings.institute_name, operationDescriptions.demoInstitute);
    const institute = await fillInstitute(unit, today, passwordHash);
    const circleId = institute.members[0]?.circle_id ?? null;
    await unit.insertMany('announcements', buildAnnouncements({ ...institute, circleId }));
    await unit.insertMany('grades', buildGrades(institute));
    const registers = await unit.insertMany('registers', buildRegisters(institute));
    const absences = await unit.insertMany('absences', buildAbsences(institute, registers));
    // Today may have a register although its weekday has no lessons.
    const lessons = registers.filter(({ subject_id }) => subject_id === institute.circledSubject.id);
    const weekdays = weekdaysOf(lessons.flatMap(({ date }) => (date === today ? [] : [date])));
    const begin = daysAfter(today, hasYear ? -365 : -circleDays);
    const earlierDays = daysBetween(begin, daysAfter(today, -circleDays - 1), weekdays);
    const learners = planLearners(institute, earlierDays);
    const sources = { registers, absences, learners, earlierDays, revisionDays };
    const recitations = buildRecitations(institute, sources);
    await fillRecitations(institute, recitations);
    await fillHifz(institute, { begin, weekdays, learners, recitations });
    await fillAssignments(institute);
    await fillBehaviour(institute);
  });
}

async function fillRecitations(
  { unit, faultKinds }: Institute,
  recitations: readonly Recitation[],
): Promise<void> {
  const records = await unit.insertMany(
    'daily_records',
    recitations.map(({ record }) => record),
  );
  const kinds = new Map(faultKinds.map(({ key, id }) => [key, id]));
  const storedRecitations = recitations.map(({ ranges, faults }, index) => {
    const { id: record_id = 0, created_at = '' } = records[index] ?? {};
    return { record_id, created_at, ranges, faults };
  });
  const ranges = storedRecitations.flatMap(({ record_id, created_at, ranges: recitedRanges }) =>
    recitedRanges.map(({ from, to }, index) => {
      const ayahs = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
      return { record_id, position: index + 1, ...ayahs, created_at };
    }),
  );
  const faults = storedRecitations.flatMap(({ record_id, created_at, faults: recitedFaults }) =>
    recitedFaults.map(({ kind, ayah, count }) => ({
      record_id,
      kind_id: kinds.get(kind) ?? 0,
      ayah,
      count,
      created_at,
    })),
  );
  await unit.insertMany('daily_record_ranges', ranges);
  await unit.insertMany('daily_record_faults', faults);
}
