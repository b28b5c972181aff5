import type { ReactNode, Ref } from 'react';
import type { StudentRow } from '../../../contract/students/students';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { RecordPicker } from '../../ui/form/RecordPicker';

interface StudentPickerProps {
  value: Pick<StudentRow, 'student_id' | 'full_name'> | null;
  onChange: (student: StudentRow | null) => void;
  /** The academic number of the linked student, who stays in the list. */
  ownNumber?: string | null;
  isRequired?: boolean;
  hasError?: boolean;
  helperText?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** Excludes students with another account. */
export function StudentPicker({ value, onChange, ownNumber = null, ...field }: StudentPickerProps) {
  const hasOtherAccount = (student: StudentRow) => student.student_id !== ownNumber && hasAccount(student);
  return (
    <RecordPicker<StudentRow>
      resource="students"
      keyField="student_id"
      label={labels.student}
      placeholder={labels.chooseStudent}
      noResults={labels.noResults}
      optionText={({ full_name }) => full_name}
      optionNote={(student) => {
        const { student_id: number, national_id } = student;
        const note = t('users.studentNote', { number, identity: national_id ?? t('ui.nothing') });
        return hasOtherAccount(student) ? `${note} · ${labels.studentTaken}` : note;
      }}
      isUnavailable={hasOtherAccount}
      sort={{ field: 'full_name', order: 'ASC' }}
      maxOptions={maxMatches}
      value={value?.student_id}
      valueText={value?.full_name ?? null}
      onChange={onChange}
      {...field}
    />
  );
}

/** Spec 2 §9 sets the limit. */
const maxMatches = 20;

const hasAccount = ({ link_state, user_id }: StudentRow) =>
  link_state === undefined ? user_id != null : link_state !== 'none';
