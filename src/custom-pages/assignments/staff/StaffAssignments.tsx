import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { Page } from '../../../ui/page/Page';
import { EmptyState } from '../../../ui/page/States';
import { AssignmentFilters } from './AssignmentFilters';
import { AssignmentList } from './AssignmentList';
import { NewAssignment } from './NewAssignment';
import { useAssignmentChoice } from './useAssignmentChoice';

/** The assignments of a subject, for those who make and grade them. */
export default function StaffAssignments() {
  const t = useText();
  const notify = useNotify();
  const choice = useAssignmentChoice();
  const [isAdding, setIsAdding] = useState(false);
  const { subject } = choice;
  const add = () => {
    if (subject) setIsAdding(true);
    else notify(t('assignments.chooseFirst'), { type: 'warning' });
  };
  return (
    <Page
      title={t('assignments.title')}
      subtitle={
        subject ? (
          <>
            {t('assignments.listOf', { subject: subject.name })} <Isolated>{subject.subject_code}</Isolated>
            {subject.batch_name && (
              <>
                {' · '}
                <bdi>{subject.batch_name}</bdi>
              </>
            )}
          </>
        ) : (
          t('assignments.subtitle')
        )
      }
      action={
        <Button variant="contained" startIcon={<Add />} onClick={add}>
          {t('assignments.add')}
        </Button>
      }
      filters={<AssignmentFilters choice={choice} />}
    >
      {choice.subjectId !== null && !choice.isSubjectMissing ? (
        <AssignmentList subjectId={choice.subjectId} onAdd={add} />
      ) : (
        <EmptyState title={t('assignments.chooseTitle')} text={t('assignments.chooseText')} />
      )}
      {isAdding && subject && <NewAssignment subject={subject} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
