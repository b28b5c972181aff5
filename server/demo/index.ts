import { ayahNumber } from '../../contract/rules/mushaf';
import { operationDescriptions } from '../../contract/successMessages';
import type { Data } from '../db/data';
import { systemActor } from '../db/log/operationLog';
import { fillAssignments } from './assignments';
import { daysAfter, daysBetween, weekdaysOf } from './calendar';
import { fillHifz } from './hifz';
import { circleDays, fillInstitute, type Institute } from './institute';
import { demoRecitations, learnersOf, type Recitation } from './recitations';
import { demoSettings } from './settings';
import { demoAbsences, demoGrades, demoRegisters } from './teaching';

export interface DemoOptions {
  /** `YYYY-MM-DD`; all other dates are relative to it. */
  today: string;
  /** The hash of the password that all demo accounts share. */
  passwordHash: string;
  /** With a year of recitation, which takes some seconds to write; else the last weeks alone. */
  hasYear?: boolean;
  /** Of how many days the revisions of the circles are there; they are most of all rows. The new portions are there anyway. */
  revisedDays?: number;
}

/**
 * Fills an empty database with the demo institute, in one recorded operation. The same `today` gives the same
 * institute. Each step uses the rows of the steps before it.
 */
export async function fillDemo(data: Data, options: DemoOptions): Promise<void> {
  const { today, passwordHash, hasYear = false, revisedDays } = options;
  await data.write(systemActor, async (unit) => {
    unit.describe('import', 'settings', demoSettings.institute_name, operationDescriptions.demoInstitute);
    const institute = await fillInstitute(unit, today, passwordHash);
    await unit.insertMany('grades', demoGrades(institute));
    const registers = await unit.insertMany('registers', demoRegisters(institute));
    const absences = await unit.insertMany('absences', demoAbsences(institute, registers));
    // On today's weekday there may be a register anyway.
    const lessons = registers.filter(({ subject_id }) => subject_id === institute.circled.id);
    const weekdays = weekdaysOf(lessons.flatMap(({ date }) => (date === today ? [] : [date])));
    const begin = daysAfter(today, hasYear ? -365 : -circleDays);
    const earlier = daysBetween(begin, daysAfter(today, -circleDays - 1), weekdays);
    const learners = learnersOf(institute, earlier);
    const recited = { registers, absences, learners, earlier, revisedDays };
    const recitations = demoRecitations(institute, recited);
    await fillRecitations(institute, recitations);
    await fillHifz(institute, { begin, weekdays, learners, recitations });
    await fillAssignments(institute);
  });
}

async function fillRecitations(
  { unit, faultKinds }: Institute,
  recited: readonly Recitation[],
): Promise<void> {
  const records = await unit.insertMany(
    'daily_records',
    recited.map(({ record }) => record),
  );
  const kinds = new Map(faultKinds.map(({ key, id }) => [key, id]));
  const stored = recited.map(({ ranges, faults }, place) => {
    const { id: record_id = 0, created_at = '' } = records[place] ?? {};
    return { record_id, created_at, ranges, faults };
  });
  const ranges = stored.flatMap(({ record_id, created_at, ranges: own }) =>
    own.map(({ from, to }, place) => {
      const ayahs = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
      return { record_id, position: place + 1, ...ayahs, created_at };
    }),
  );
  const faults = stored.flatMap(({ record_id, created_at, faults: own }) =>
    own.map(({ kind, ayah, count }) => ({
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
