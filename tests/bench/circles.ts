import { operationDescriptions } from '../../contract/successMessages';
import type { Data } from '../../server/db/data';
import { systemActor } from '../../server/db/log/operationLog';

/** A circle of a subject, and the numbers of its students. */
export interface CircleLoad {
  id: number;
  students: string[];
}

const usual = 20;

interface NewCircle {
  subjectId: number;
  /** Students of its batch. */
  students: readonly { id: number; student_id: string }[];
  /** Its first day. */
  from: string;
  /** Its members. */
  size?: number;
}

/** A circle, by default of twenty; the other students of the subject are in none. */
export const addCircle = (
  data: Data,
  { subjectId, students, from, size = usual }: NewCircle,
): Promise<CircleLoad> =>
  data.write(systemActor, async (unit) => {
    unit.describe('import', 'circles', null, operationDescriptions.seeded);
    const { id } = await unit.insert('circles', {
      subject_id: subjectId,
      name: 'حلقة القياس',
      teacher_id: null,
      days: '[]',
      time: null,
      place: null,
      capacity: size,
      ended_on: null,
    });
    const members = students.slice(0, size);
    if (members.length < size) throw new Error(`a circle of ${size} needs a larger batch`);
    await unit.insertMany(
      'circle_members',
      members.map((student) => ({
        subject_id: subjectId,
        circle_id: id,
        student_row_id: student.id,
        from_date: from,
        to_date: null,
      })),
    );
    return { id, students: members.map(({ student_id }) => student_id) };
  });
