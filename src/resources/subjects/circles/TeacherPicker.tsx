import type { User } from '../../../../contract/accounts/users';
import { t } from '../../../i18n/text';
import { RecordPicker } from '../../../ui/form/RecordPicker';

interface TeacherPickerProps {
  label: string;
  value: number | null;
  knownText?: string | null;
  isRequired?: boolean;
  onChange: (teacher: User | null) => void;
}

export const TeacherPicker = (props: TeacherPickerProps) => (
  <RecordPicker<User>
    resource="users"
    placeholder={t('circles.chooseTeacher')}
    optionText={({ name }) => name}
    optionNote={({ username }) => username}
    filter={{ role: 'teacher', is_active: true }}
    sort={{ field: 'name', order: 'ASC' }}
    {...props}
  />
);
