import type { StudentRow } from '../../../contract/students';
import type { User } from '../../../contract/users';

/** The account of a student as the page shows it; null where the student names none that is known. */
export interface LinkedAccount {
  id: number | null;
  username: string | null;
  /** The academic number that the account names. */
  studentId: string | null;
  isBroken: boolean;
}

type Account = Pick<User, 'id' | 'username' | 'student_id'>;

/** As the server tells it, else found from the account that the student names. */
export function linkedAccount(student: StudentRow, account: Account | undefined): LinkedAccount {
  const { link_state, student_id, user_id = null } = student;
  if (link_state !== undefined)
    return {
      id: user_id ?? account?.id ?? null,
      username: student.account_username ?? account?.username ?? null,
      studentId: student.account_student_id ?? null,
      isBroken: link_state === 'broken',
    };
  return {
    id: user_id ?? account?.id ?? null,
    username: account?.username ?? null,
    studentId: account?.student_id ?? null,
    isBroken: user_id === null || account?.student_id !== student_id,
  };
}
