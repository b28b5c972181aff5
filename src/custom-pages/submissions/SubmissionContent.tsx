// Mirrored: back is to the right.
import Back from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Submission } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { EmptyState } from '../../ui/page/States';
import { AnswerCard } from './AnswerCard';
import { OverallFeedback } from './OverallFeedback';
import { OverallForm } from './OverallForm';
import { Shortcuts } from './Shortcuts';
import { StudentTurner } from './StudentTurner';
import { SubmissionHead } from './SubmissionHead';
import { useGrading } from './useGrading';

interface SubmissionContentProps {
  submission: Submission;
  isStaff: boolean;
}

/** A submission from its head to the last answer; staff grade on the spot. */
export function SubmissionContent({ submission, isStaff }: SubmissionContentProps) {
  const t = useText();
  const { gradedId, savedIds, open, close, saved } = useGrading(submission, isStaff);
  const { answers } = submission;
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ minWidth: 0 }}>
      <Button
        component={Link}
        to={`/assignments/${submission.assignment_id}`}
        startIcon={<Back />}
        className="no-print"
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('submissions.back')}
      </Button>
      <SubmissionHead submission={submission} isStaff={isStaff} />
      {isStaff && <StudentTurner submission={submission} />}
      {!isStaff && <OverallFeedback feedback={submission.feedback} />}
      <Stack component="section" spacing={2} aria-labelledby="answers-title">
        <Typography id="answers-title" variant="h2">
          {t('submissions.answers')}
        </Typography>
        {answers.length === 0 ? (
          <EmptyState title={t('submissions.noAnswers')} text="" />
        ) : (
          <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {answers.map((answer, place) => (
              <AnswerCard
                key={answer.id}
                answer={answer}
                number={place + 1}
                submissionId={submission.id}
                isGrading={gradedId === answer.id}
                isSaved={savedIds.includes(answer.id)}
                {...(isStaff && { onGrade: () => open(answer.id) })}
                onClose={close}
                onSaved={saved}
              />
            ))}
          </Stack>
        )}
      </Stack>
      {isStaff && <OverallForm submission={submission} />}
      {isStaff && <Shortcuts hasNeighbours={submission.next_ungraded_id !== undefined} />}
    </Stack>
  );
}
