import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { matchesSearch } from '../../../contract/rules/arabicText';
import { type Level, levelNames } from '../../../contract/vocabulary';
import type { TeacherRow } from '../../dataProvider/people';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { Waiting } from '../../ui/list/ListContent';
import { ErrorState } from '../../ui/page/States';
import { SearchField } from '../../ui/list/SearchField';
import { SubjectLine } from './SubjectLine';
import { useAssignments, useTeacherSubjects } from './useAssignments';

/** More than this are worth searching. */
const searchable = 6;

/** The subjects of the chosen teacher, each to be taken back. */
export function AssignedSubjects({ teacher }: { teacher: TeacherRow }) {
  const t = useText();
  const [q, setQ] = useState('');
  const { data, error, isPending, refetch } = useTeacherSubjects(teacher.id);
  const { unassign } = useAssignments(teacher.id);
  if (error)
    return <ErrorState title={t('teachers.subjectsFailed')} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  const shown = data.filter(({ subject_name, subject_code, batch_name }) =>
    matchesSearch([subject_name, subject_code, batch_name ?? ''], q),
  );
  return (
    <Card component="section" aria-labelledby="assigned-title" sx={{ p: 2 }}>
      <Typography id="assigned-title" variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {t('teachers.assignedTitle', { name: teacher.name })}
      </Typography>
      {(data.length > searchable || q !== '') && (
        <SearchField label={t('teachers.searchAssigned')} q={q} onSearch={setQ} />
      )}
      {shown.length === 0 && (
        <Typography color="text.secondary" role="status">
          {t(data.length === 0 ? 'teachers.noneAssigned' : 'teachers.noneFound')}
        </Typography>
      )}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {shown.map(({ id, subject_name: name, subject_code, batch_name, level }) => (
          <SubjectLine
            key={id}
            name={name}
            facts={[
              batch_name ?? t('teachers.withoutBatch'),
              levelNames[level as Level] ?? level,
              <Isolated key="code">{subject_code}</Isolated>,
            ]}
            action={
              <Button
                color="error"
                disabled={unassign.isPending}
                onClick={() => unassign.mutate(id)}
                aria-label={t('teachers.unassignOf', { name, batch: batch_name ?? subject_code })}
              >
                {t('teachers.unassign')}
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  );
}
