import Add from '@mui/icons-material/Add';
import { Chip, Skeleton, Stack, Typography } from '@mui/material';
import { Fragment } from 'react';
import { useGetList } from 'react-admin';
import type { Batch, BatchCard } from '../../../contract/batches';
import type { StudentRow } from '../../../contract/students/students';
import { type Level, levelNames, studentStatusNames } from '../../../contract/vocabulary';
import { OfferingActions } from '../../features/teaching-context/OfferingActions';
import { textFor } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { type FactColumn, FactTable } from '../../ui/list/FactTable';
import { ListRow } from '../../ui/list/ListRow';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';

type Subject = BatchCard['subjects'][number];

interface BatchSubjectsProps {
  batch: Batch;
  subjects: readonly Subject[];
  isAdmin: boolean;
}

export const BatchSubjects = ({ batch, subjects, isAdmin }: BatchSubjectsProps) => (
  <Panel title={t('cards.subjects')}>
    {subjects.length === 0 ? (
      <Typography color="text.secondary">{t('cards.noSubjectsOfBatch')}</Typography>
    ) : (
      <FactTable<Subject>
        label={t('cards.subjects')}
        firstHeading={t('labels.subject')}
        rows={subjects}
        rowKey={({ id }) => id}
        renderTitle={({ id, name, level }) => (
          <>
            <RecordLink to={isAdmin && `/subjects/${id}`} name={name} />
            <SecondaryText variant="caption" component="span" sx={{ display: 'block' }}>
              {levelNames[level as Level]}
            </SecondaryText>
          </>
        )}
        columns={
          subjects.some(({ circles }) => circles.length > 0)
            ? [teacherColumn, circleColumn, ...statColumns]
            : [teacherColumn, ...statColumns]
        }
        renderActions={(subject) => <OfferingActions batchId={batch.id} subject={subject} />}
      />
    )}
    {isAdmin && (
      <LinkButton
        to={`/subjects/create?batch_id=${batch.id}`}
        label={t('cards.addSubject')}
        startIcon={<Add />}
        sx={{ mt: 1 }}
      />
    )}
  </Panel>
);

const teacherColumn: FactColumn<Subject> = {
  label: t('cards.teachers'),
  render: ({ teachers: names, teacher_ids: teacherIds }) =>
    names.length === 0 ? (
      <SecondaryText component="span">{t('cards.noTeacher')}</SecondaryText>
    ) : (
      names.map((name, index) => (
        <Fragment key={teacherIds[index] ?? name}>
          {index > 0 && t('cards.comma')}
          <RecordLink to={teacherIds[index] != null && `/users/${teacherIds[index]}`} name={name} />
        </Fragment>
      ))
    ),
};

const circleColumn: FactColumn<Subject> = {
  label: t('cards.circles'),
  render: ({ circles }) =>
    circles.length === 0 ? null : <bdi>{circles.map(({ name }) => name).join(t('cards.comma'))}</bdi>,
};

const statColumns: readonly FactColumn<Subject>[] = [
  {
    label: t('cards.average'),
    width: 80,
    render: ({ average }) =>
      average === null ? null : <Isolated>{t('cards.attendanceRate', { rate: average })}</Isolated>,
  },
  {
    label: t('cards.registers'),
    width: 72,
    render: ({ registers }) => <Isolated>{registers}</Isolated>,
  },
];

const maxStudents = 40;

interface BatchStudentsProps {
  batch: Batch;
  /** Undefined if the user may not open the list of students. */
  studentsAddress: string | undefined;
}

export function BatchStudents({ batch, studentsAddress }: BatchStudentsProps) {
  const { data, total, error, refetch } = useGetList<StudentRow>('students', {
    filter: { batch_id: batch.id },
    pagination: { page: 1, perPage: maxStudents },
    sort: { field: 'full_name', order: 'ASC' },
  });
  const text = textFor(batch.section);
  const initialValues = JSON.stringify({ batch_id: batch.id, program_id: batch.program_id });
  return (
    <Panel title={text('search.kinds.students')}>
      {error ? (
        <ErrorState title={t('students.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={240} />
      ) : data.length === 0 ? (
        <Typography color="text.secondary">{text('teaching.noStudentsTitle')}</Typography>
      ) : (
        <ul aria-label={text('search.kinds.students')} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {data.map(({ id, full_name, student_id, status }) => (
            <ListRow
              key={id}
              action={
                status !== undefined &&
                status !== 'active' && (
                  <Chip size="small" variant="outlined" label={studentStatusNames[status]} />
                )
              }
            >
              <Typography>
                <RecordLink to={`/students/${id}/show`} name={full_name} />
              </Typography>
              <SecondaryText variant="caption">
                <Isolated>{student_id}</Isolated>
              </SecondaryText>
            </ListRow>
          ))}
        </ul>
      )}
      {studentsAddress && (
        <Stack direction="row" sx={{ mt: 1, flexWrap: 'wrap', gap: 1 }}>
          {total !== undefined && total > maxStudents && (
            <LinkButton
              to={studentsAddress}
              label={t('cards.allStudents', { count: total })}
              variant="outlined"
            />
          )}
          <LinkButton
            to={`/students/create?${new URLSearchParams({ source: initialValues })}`}
            label={text('menu.addStudent')}
            startIcon={<Add />}
          />
        </Stack>
      )}
    </Panel>
  );
}
