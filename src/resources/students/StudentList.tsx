import Button from '@mui/material/Button';
import { ColumnsButton, ListBase } from 'react-admin';
import { Link } from 'react-router';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { CreateButton } from '../../ui/list/CreateButton';
import { ExportButton } from '../../ui/list/ExportButton';
import { ImportLink } from '../../ui/list/ImportLink';
import { ListContent } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { StudentCard } from './StudentCard';
import { StudentCards } from './StudentCards';
import { StudentFilters } from './StudentFilters';
import { StudentTable } from './StudentTable';
import { useStudentColumns } from './useStudentColumns';

const StudentList = () => (
  <ListBase sort={{ field: 'id', order: 'DESC' }} perPage={25}>
    <StudentListPage />
  </ListBase>
);
export default StudentList;

const asCard = (student: StudentRow, index: number) => <StudentCard student={student} index={index} />;

function StudentListPage() {
  const t = useText();
  const isPhone = useIsPhone();
  return (
    <Page
      title={t('students.title')}
      subtitle={t('students.subtitle')}
      action={
        <>
          {!isPhone && <ColumnsButton variant="outlined" size="medium" />}
          <Button component={Link} to="/link-students" variant="outlined">
            {t('users.linkScreen')}
          </Button>
          <ImportLink type="students" />
          <ExportButton fileName={t('students.exportFile')} columns={useStudentColumns()} />
          <CreateButton label={t('students.add')} />
        </>
      }
      cards={<StudentCards />}
      filters={<StudentFilters />}
    >
      <ListContent<StudentRow>
        failed={t('students.loadFailed')}
        table={<StudentTable />}
        card={asCard}
        empty={
          <EmptyState
            title={t('students.emptyTitle')}
            text={t('students.emptyText')}
            action={<CreateButton label={t('students.add')} />}
          />
        }
      />
    </Page>
  );
}
