import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Assignment } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { PlainText } from '../../ui/page/PlainText';
import { DueTime } from './DueTime';

interface AssignmentFactsProps {
  assignment: Assignment;
  /** Further facts, each a `Fact`. */
  children?: ReactNode;
}

/** What an assignment is about, when it is due and what it is worth. */
export function AssignmentFacts({ assignment, children }: AssignmentFactsProps) {
  const t = useText();
  const { description, due_date, total_marks, questions_count, teacher_name } = assignment;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      {description && <PlainText>{description}</PlainText>}
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fit, minmax(11rem, 1fr))',
          },
          '& > :first-of-type, & > :last-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        }}
      >
        <Fact name={t('assignments.due')}>
          <DueTime value={due_date} />
        </Fact>
        <Fact name={t('assignments.fullMarks')}>{t('assignments.marks', { smart_count: total_marks })}</Fact>
        <Fact name={t('assignments.questionsTitle')}>
          {t('assignments.questions', { smart_count: questions_count })}
        </Fact>
        {teacher_name && (
          <Fact name={t('assignments.teacher')}>
            <bdi>{teacher_name}</bdi>
          </Fact>
        )}
        {children}
      </Box>
    </Card>
  );
}

/** A name with its value. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="caption" color="text.secondary">
      {name}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ m: 0 }}>
      {children}
    </Typography>
  </Box>
);

/** The subject, its code, and the batch. */
export const SubjectLine = ({
  assignment: { subject_name, subject_code, batch_name },
}: {
  assignment: Pick<Assignment, 'subject_name' | 'subject_code' | 'batch_name'>;
}) => (
  <>
    <bdi>{subject_name}</bdi> <Isolated>{subject_code}</Isolated>
    {batch_name && (
      <>
        {' · '}
        <bdi>{batch_name}</bdi>
      </>
    )}
  </>
);
