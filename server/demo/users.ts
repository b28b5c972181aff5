import type { NewRow, Row } from '../db/schema';
import { fakeEmail, fakePhone } from './identity';

/** An account that can be used at once. */
export function account(
  username: string,
  name: string,
  role: Row<'users'>['role'],
  password_hash: string,
): NewRow<'users'> {
  return {
    username,
    name,
    email: fakeEmail(username),
    phone: null,
    role,
    password_hash,
    is_active: 1,
    must_change_password: 0,
    student_row_id: null,
    last_login: null,
  };
}

/** The accounts that everybody may try; `linked` is the student whose account `student` is. */
export function demoUsers(passwordHash: string, linked: Row<'students'>): NewRow<'users'>[] {
  return [
    { ...account('admin', 'سليمان الحكيم', 'admin', passwordHash), phone: fakePhone(90_001) },
    { ...account('teacher', 'معاذ الحافظ', 'teacher', passwordHash), phone: fakePhone(90_002) },
    { ...account('teacher2', 'خديجة الفقيه', 'teacher', passwordHash), phone: fakePhone(90_003) },
    {
      ...account('student', linked.full_name, 'student', passwordHash),
      email: linked.email,
      phone: linked.phone,
      student_row_id: linked.id,
    },
  ];
}
