import LinkIcon from '@mui/icons-material/LinkOutlined';
import Button from '@mui/material/Button';
import { ListBase } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';
import { CreateButton } from '../../ui/list/CreateButton';
import { ExportButton } from '../../ui/list/ExportButton';
import { ListContent } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { RoleLegend } from './RoleLegend';
import { UserCard } from './UserCard';
import { UserDialogs } from './UserDialogs';
import { UserFilters } from './UserFilters';
import { UserTable } from './UserTable';
import type { UserRow } from './userModel';
import { useUserColumns } from './useUserColumns';

const UserList = () => (
  <ListBase sort={{ field: 'id', order: 'DESC' }} perPage={25}>
    <UserDialogs>
      <UserListPage />
    </UserDialogs>
  </ListBase>
);
export default UserList;

const asCard = (user: UserRow) => <UserCard user={user} />;

function UserListPage() {
  const t = useText();
  return (
    <Page
      title={t('users.title')}
      subtitle={t('users.subtitle')}
      action={
        <>
          <Button component={Link} to="/link-students" variant="outlined" startIcon={<LinkIcon />}>
            {t('users.linkScreen')}
          </Button>
          <ExportButton fileName={t('users.exportFile')} columns={useUserColumns()} />
          <CreateButton label={t('users.add')} />
        </>
      }
      filters={<UserFilters />}
    >
      <ListContent<UserRow>
        failed={t('users.loadFailed')}
        table={<UserTable />}
        card={asCard}
        empty={
          <EmptyState
            title={t('users.emptyTitle')}
            text={t('users.emptyText')}
            action={<CreateButton label={t('users.add')} />}
          />
        }
      />
      <RoleLegend />
    </Page>
  );
}
