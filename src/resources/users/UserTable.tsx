import type { SxProps, Theme } from '@mui/material/styles';
import { DataTable } from 'react-admin';
import { useText } from '../../i18n/useText';
import { ListTable, RowIndex } from '../../ui/list/ListTable';
import { ActiveSwitch } from './ActiveSwitch';
import { LastSignIn } from './LastSignIn';
import { RoleChip } from './RoleChip';
import { UserActions } from './UserActions';
import { LinkedStudent, UserName } from './UserName';
import type { UserRow } from './userModel';

const Column = DataTable.Col<UserRow>;

export function UserTable() {
  const t = useText();
  return (
    <ListTable<UserRow> bulkActionButtons={false} rowClick={false} sx={compact}>
      <Column source="index" label={t('ui.index')} disableSort>
        <RowIndex />
      </Column>
      <Column source="name" render={(user) => <UserName user={user} />} />
      <Column
        source="email"
        disableSort
        render={({ email }) => (email ? <bdi>{email}</bdi> : t('ui.nothing'))}
      />
      <Column source="role" render={({ role }) => <RoleChip role={role} />} />
      <Column source="student_id" disableSort render={(user) => <LinkedStudent user={user} />} />
      <Column source="last_login" render={({ last_login }) => <LastSignIn at={last_login} />} />
      <Column source="is_active" disableSort render={(user) => <ActiveSwitch user={user} />} />
      <Column
        source="actions"
        label={t('ui.actions')}
        disableSort
        render={(user) => <UserActions user={user} />}
      />
    </ListTable>
  );
}

const compact: SxProps<Theme> = {
  '& .MuiTableCell-root': { px: 1, fontSize: '0.875rem', lineHeight: 1.6 },
  '& .column-name': { minWidth: 140 },
  '& .column-email': { overflowWrap: 'anywhere' },
  '& .column-last_login': { whiteSpace: 'nowrap' },
};
