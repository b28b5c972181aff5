import { operationDescriptions } from '../../contract/successMessages';
import type { Data } from '../db/engine/connection';
import { systemActor } from '../db/log/operationLog';
import { fillAssignments } from './assignments';
import { demoBatches, plannedBatches } from './batches';
import { fillCircles } from './circles';
import { demoPrograms } from './programs';
import { demoSettings, demoTerms, firstFaultKinds } from './settings';
import { demoStudents, writeStudents } from './students';
import { demoSubjects } from './subjects';
import { demoCurricula, demoGradeSettings } from './subjectSettings';
import { demoSubjectTeachers } from './subjectTeachers';
import { fillTeaching } from './teaching';
import { demoUsers } from './users';

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
export async function fillDemo(
  data: Data,
  { today, passwordHash, hasYear = false, revisedDays }: DemoOptions,
): Promise<void> {
  await data.write(systemActor, async (unit) => {
    unit.describe('import', 'settings', demoSettings.institute_name, operationDescriptions.demoInstitute);
    await unit.insert('settings', demoSettings);
    const faultKinds = await unit.insertMany('fault_kinds', firstFaultKinds);
    await unit.insertMany('terms', demoTerms(today));
    const programs = await unit.insertMany('programs', demoPrograms());
    const stored = await unit.insertMany('batches', demoBatches(programs, today));
    const batches = plannedBatches(stored);
    const subjects = await unit.insertMany('subjects', demoSubjects(batches));
    const curricula = await unit.insertMany('subject_curriculum', demoCurricula(subjects, batches));
    const settings = await unit.insertMany('subject_grade_settings', demoGradeSettings(subjects));
    const students = await writeStudents(unit, demoStudents(batches, today));

    // The account `student` belongs to the first student of the first batch.
    const [linked] = students;
    if (!linked) throw new Error('the demo has no students');
    const users = await unit.insertMany('users', demoUsers(passwordHash, linked));
    await unit.insertMany('subject_teachers', demoSubjectTeachers(subjects, batches, users));
    const members = await fillCircles(unit, { batches, subjects, students, users, today });
    await fillTeaching(unit, {
      batches: stored,
      subjects,
      students,
      curricula,
      settings,
      faultKinds,
      members,
      users,
      today,
      hasYear,
      revisedDays,
    });
    await fillAssignments(unit, { batches, subjects, students, users, today });
  });
}
