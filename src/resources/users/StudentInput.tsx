import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { StudentPicker } from './StudentPicker';
import type { UserRow } from './userModel';

/** The student of the account: needed for the student role, otherwise shown only where there is one. */
export function StudentInput() {
  const t = useText();
  const stored = useRecordContext<UserRow>();
  const role = useWatch({ name: 'role' }) as string | undefined;
  const isNeeded = role === 'student';
  const { field, fieldState } = useController({
    name: 'student_id',
    rules: { validate: (number) => !isNeeded || Boolean(number) || t('users.studentRequired') },
  });
  const [names, setNames] = useState<Record<string, string>>(() =>
    stored?.student_id ? { [stored.student_id]: stored.student_name ?? stored.student_id } : {},
  );
  const number = (field.value as string | null) ?? null;
  if (!isNeeded && number === null && !stored?.student_id) return null;
  return (
    <StudentPicker
      value={number === null ? null : { student_id: number, full_name: names[number] ?? number }}
      onChange={(student) => {
        if (student) setNames({ ...names, [student.student_id]: student.full_name });
        field.onChange(student?.student_id ?? null);
      }}
      ownNumber={stored?.student_id ?? null}
      isRequired={isNeeded}
      hasError={fieldState.error !== undefined}
      helperText={fieldState.error?.message || t('users.studentHint')}
      inputRef={field.ref}
    />
  );
}
