import { Chip, Typography } from '@mui/material';
import type { StudentCard } from '../../../../contract/students/enrolments';
import { colourBand } from '../../../../contract/rules/grading';
import type { StudentRow } from '../../../../contract/students/students';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { LetterChip } from '../../../features/documents/LetterChip';
import { OfferingActions } from '../../../features/teaching-context/OfferingActions';
import { t } from '../../../i18n/text';
import { type FactColumn, FactTable } from '../../../ui/list/FactTable';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';

type Subject = StudentCard['subjects'][number];

interface StudentSubjectsProps {
  student: StudentRow;
  subjects: readonly Subject[];
}

export const StudentSubjects = ({ student, subjects }: StudentSubjectsProps) => (
  <Panel title={t('cards.subjects')}>
    {subjects.length === 0 ? (
      <Typography color="text.secondary">{t('cards.noSubjects')}</Typography>
    ) : (
      <FactTable<Subject>
        label={t('cards.subjects')}
        firstHeading={t('labels.subject')}
        rows={subjects}
        rowKey={({ subject_code }) => subject_code}
        renderTitle={(subject) => <SubjectName subject={subject} />}
        columns={
          subjects.some(({ records }) => records !== null) ? [...statColumns, recitationColumn] : statColumns
        }
        renderActions={(subject) =>
          subject.is_open && (
            <OfferingActions
              batchId={subject.batch_id}
              subject={subject}
              student={{ name: student.full_name, number: student.student_id ?? '' }}
            />
          )
        }
      />
    )}
  </Panel>
);

/** Adds the batch to a former subject, and strikes through a repeated subject. */
function SubjectName({ subject }: { subject: Subject }) {
  const { name, level, batch_name, is_current, is_repeated } = subject;
  return (
    <>
      <bdi style={is_repeated ? { textDecoration: 'line-through' } : {}}>{name}</bdi>{' '}
      {is_repeated && <Chip component="span" size="small" label={t('cards.repeated')} />}
      <SecondaryText variant="caption" component="span" sx={{ display: 'block' }}>
        {levelNames[level as Level]}
        {!is_current && (
          <>
            {' · '}
            <bdi>{batch_name}</bdi>
          </>
        )}
      </SecondaryText>
    </>
  );
}

const statColumns: readonly FactColumn<Subject>[] = [
  {
    label: t('cards.mark'),
    width: 92,
    render: ({ total, max }) =>
      total === null ? null : <Isolated>{t('cards.markOf', { total, max })}</Isolated>,
  },
  {
    label: t('cards.letter'),
    width: 72,
    render: ({ grade, total, max }) =>
      grade === null ? null : (
        <LetterChip letter={grade} band={max > 0 ? colourBand(((total ?? 0) * 100) / max) : null} />
      ),
  },
  {
    label: t('cards.absence'),
    width: 72,
    render: ({ absence_days }) => <Isolated>{absence_days}</Isolated>,
  },
];

const recitationColumn: FactColumn<Subject> = {
  label: t('cards.heard'),
  render: ({ records }) =>
    records === null
      ? null
      : t('cards.heardFigures', {
          records: t('cards.records', { smart_count: records.records }),
          pages: t('cards.pages', { smart_count: records.pages }),
        }),
};
