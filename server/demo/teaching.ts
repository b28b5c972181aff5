import { ayahNumber } from '../../contract/rules/mushaf';
import type { Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { demoDailyRecords, revisedOffering } from './dailyRecords';
import { demoGrades } from './grades';
import type { DemoRecord } from './hearings';
import { earlierOf, fillHifz } from './hifz';
import { demoAbsences, demoRegisters } from './registers';
import type { DemoStudent } from './students';

interface Institute {
  batches: readonly Row<'batches'>[];
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  curricula: readonly Row<'subject_curriculum'>[];
  settings: readonly Row<'subject_grade_settings'>[];
  faultKinds: readonly Row<'fault_kinds'>[];
  members: readonly Row<'circle_members'>[];
  users: readonly Row<'users'>[];
  today: string;
  /** With what was recited in the year before the circles; it takes some seconds. */
  hasYear: boolean;
  revisedDays: number | undefined;
}

/** A term of teaching: marks, registers with their absences, and daily records. */
export async function fillTeaching(unit: UnitOfWork, institute: Institute): Promise<void> {
  await unit.insertMany('grades', demoGrades(institute));
  const taught = { ...institute, now: unit.now };
  const registers = await unit.insertMany('registers', demoRegisters(taught));
  const absences = await unit.insertMany('absences', demoAbsences(registers, taught));
  const records = demoDailyRecords({ ...institute, registers, absences });
  const subject = revisedOffering(institute.subjects);
  const ofCircles = { ...institute, subject, registers };
  const earlier = earlierOf(ofCircles);
  await fillRecords(unit, institute, [...earlier.flatMap((one) => one.records), ...records]);
  await fillHifz(unit, { ...ofCircles, earlier });
}

async function fillRecords(
  unit: UnitOfWork,
  { faultKinds }: Pick<Institute, 'faultKinds'>,
  heard: readonly DemoRecord[],
): Promise<void> {
  const records = await unit.insertMany(
    'daily_records',
    heard.map(({ record }) => record),
  );
  await unit.insertMany(
    'daily_record_ranges',
    records.flatMap(({ id, created_at }, place) =>
      (heard[place]?.ranges ?? []).map(({ from, to }, at) => ({
        record_id: id,
        position: at + 1,
        from_ayah: ayahNumber(from),
        to_ayah: ayahNumber(to),
        created_at,
      })),
    ),
  );
  const kinds = new Map(faultKinds.map(({ key, id }) => [key, id]));
  await unit.insertMany(
    'daily_record_faults',
    records.flatMap(({ id, created_at }, place) =>
      (heard[place]?.faults ?? []).map(({ kind, ayah, count }) => ({
        record_id: id,
        kind_id: kinds.get(kind) ?? 0,
        ayah,
        count,
        created_at,
      })),
    ),
  );
}
