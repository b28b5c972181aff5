import LinkIcon from '@mui/icons-material/LinkOutlined';
import { Box, Card, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useId } from 'react';
import { userFields } from '../../../contract/recordFields';
import { dateInZone } from '../../../contract/rules/hijri';
import { roleLabels, roles, sectionNames, staffSections } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useHasSectionChoice, useTimeZone } from '../../dataProvider/useInstitute';
import { MakeAccountsButton } from '../../features/accounts/MakeAccountsButton';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { ColumnsButton } from '../../ui/list/ColumnsButton';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { CreateButton, ExportButton, ImportLink } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { LinkButton } from '../../ui/page/LinkButton';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { type ExcelColumn, useFieldColumns } from '../../ui/report/useExcelExport';
import { DeactivateUsersButton, UserDialogs } from './UserActions';
import type { UserRow } from './userModel';
import { RoleChip, UserListRow, UserTable } from './UserTable';

export default function UserList() {
  const { isOurs } = useServerFeatures();
  // A wide window shows all columns, and its buttons need the whole line.
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'));
  const excel = { fileName: labels.exportFile, columns: useUserColumns() };
  return (
    <UserDialogs>
      <ListPage<UserRow>
        catalogue="users."
        sort={{ field: 'id', order: 'DESC' }}
        tools={
          <>
            <MakeAccountsButton />
            {isOurs === true && <ImportLink type="users" />}
            <LinkButton
              to="/link-students"
              variant="outlined"
              startIcon={<LinkIcon />}
              label={t('menu.linkStudents')}
            />
            <ExportButton {...excel} />
          </>
        }
        mainAction={<CreateButton label={labels.add} />}
        selection={{
          recordName: userName,
          excel,
          renderActions: (ids, onDone) => <DeactivateUsersButton ids={ids} onDone={onDone} />,
        }}
        columnsButton={isNarrow && <ColumnsButton />}
        filters={<UserFilters />}
        table={<UserTable />}
        renderRow={renderRow}
      >
        <RoleLegend />
      </ListPage>
    </UserDialogs>
  );
}

const userName = ({ name }: UserRow) => name;
const renderRow = (user: UserRow) => <UserListRow user={user} />;

function UserFilters() {
  const asksForSection = useHasSectionChoice();
  const hasOrphanedField = useServerFeatures().hasField('users', 'is_orphaned');
  return (
    <FilterBar search={labels.search}>
      <FilterSelect
        source="role"
        anyLabel={labels.anyRole}
        choices={roles.map((id) => ({ id, name: roleLabels[id] }))}
      />
      <FilterSelect
        source="is_active"
        label={labels.activity}
        anyLabel={labels.anyActivity}
        choices={[
          { id: true, name: t('users.active') },
          { id: false, name: t('users.disabled') },
        ]}
      />
      {asksForSection && (
        <FilterSelect
          source="section"
          label={t('resources.users.fields.section')}
          anyLabel={labels.anySection}
          choices={[
            ...staffSections.map((id) => ({ id, name: sectionNames[id] })),
            { id: 'all', name: labels.unlimited },
          ]}
        />
      )}
      <FilterSelect
        source="has_student"
        label={labels.link}
        anyLabel={labels.anyLink}
        choices={[
          { id: true, name: labels.linked },
          { id: false, name: labels.notLinked },
        ]}
      />
      {hasOrphanedField && (
        <FilterSelect
          source="is_orphaned"
          label={labels.orphanedFilter}
          anyLabel={labels.anyOrphaned}
          choices={[{ id: true, name: labels.orphaned }]}
        />
      )}
    </FilterBar>
  );
}

function RoleLegend() {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 1 }}>
        {labels.legend}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}
      >
        {roles.map((role) => (
          <Box key={role}>
            <dt>
              <RoleChip role={role} />
            </dt>
            <SecondaryText component="dd" sx={{ m: 0, mt: 0.5 }}>
              {t(`users.rolesExplained.${role}`)}
            </SecondaryText>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function useUserColumns(): ExcelColumn<UserRow>[] {
  const timeZone = useTimeZone();
  const fieldColumns = useFieldColumns('users', userFields);
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    ...fieldColumns,
    { header: t('resources.users.fields.role'), value: ({ role }) => roleLabels[role], width: 10 },
    {
      header: t('resources.users.fields.student_id'),
      value: ({ student_id }) => student_id,
      width: 16,
    },
    {
      header: labels.activity,
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
