import { dateInZone } from '../../../contract/rules/hijri';
import { roleLabels } from '../../../contract/vocabulary';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import type { ExcelColumn } from '../../ui/report/useExcelExport';
import type { UserRow } from './userModel';

/** The columns of the exported sheet; nothing of passwords. */
export function useUserColumns(): ExcelColumn<UserRow>[] {
  const t = useText();
  const timeZone = useTimeZone();
  const asText = (field: 'name' | 'username' | 'email' | 'phone' | 'student_id', width: number) => ({
    header: t(`resources.users.fields.${field}`),
    value: (user: UserRow) => user[field],
    width,
  });
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    asText('name', 30),
    asText('username', 20),
    asText('email', 28),
    asText('phone', 16),
    { header: t('resources.users.fields.role'), value: ({ role }) => roleLabels[role], width: 10 },
    asText('student_id', 16),
    {
      header: t('users.activity'),
      value: ({ is_active }) => t(is_active ? 'users.active' : 'users.disabled'),
      width: 10,
    },
    {
      header: t('resources.users.fields.last_login'),
      value: ({ last_login }) => last_login && dateInZone(new Date(last_login), timeZone),
      width: 16,
    },
  ];
}
