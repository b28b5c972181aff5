import { ListBase } from 'react-admin';
import type { Subject } from '../../../contract/subjects';
import { useText } from '../../i18n/useText';
import { CreateButton } from '../../ui/list/CreateButton';
import { ExportButton } from '../../ui/list/ExportButton';
import { ImportLink } from '../../ui/list/ImportLink';
import { ListContent } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { SubjectDialogs } from './dialogs/SubjectDialogs';
import { SubjectFigures } from './SubjectFigures';
import { SubjectFilters } from './SubjectFilters';
import { SubjectCard, SubjectTable } from './SubjectTable';
import { useSubjectColumns } from './useSubjectColumns';

const SubjectList = () => (
  <ListBase sort={{ field: 'created_at', order: 'DESC' }} perPage={25}>
    <SubjectDialogs>
      <SubjectListPage />
    </SubjectDialogs>
  </ListBase>
);
export default SubjectList;

function SubjectListPage() {
  const t = useText();
  const addButton = <CreateButton label={t('subjects.add')} />;
  return (
    <Page
      title={t('subjects.title')}
      subtitle={t('subjects.subtitle')}
      action={
        <>
          <ImportLink type="subjects" />
          <ExportButton fileName={t('subjects.exportFile')} columns={useSubjectColumns()} />
          {addButton}
        </>
      }
      cards={<SubjectFigures />}
      filters={<SubjectFilters />}
    >
      <ListContent<Subject>
        failed={t('subjects.loadFailed')}
        table={<SubjectTable />}
        card={subjectCard}
        empty={
          <EmptyState title={t('subjects.emptyTitle')} text={t('subjects.emptyText')} action={addButton} />
        }
      />
    </Page>
  );
}

const subjectCard = (subject: Subject, index: number) => <SubjectCard subject={subject} index={index} />;
