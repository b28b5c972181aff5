import Done from '@mui/icons-material/TaskAltOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { dropSubmission, type SentSubmission } from '../../../dataProvider/answerOutbox';
import { useText } from '../../../i18n/useText';
import { forgetDraft } from '../../../ui/form/drafts';
import { Moment } from '../../../ui/page/Moment';
import { EmptyState } from '../../../ui/page/States';
import { fromList, isSame } from './answers';
import { Fact } from './Fact';
import { Facts } from './Facts';
import { KeptAnswers } from './KeptAnswers';
import { ScoreText } from './ScoreText';
import { isLate } from './studentModel';
import type { HeldDesk } from './useDesk';

interface HandedInProps {
  assignment: AssignmentDetail;
  submission: NonNullable<AssignmentDetail['submission']>;
  held: HeldDesk;
  draftPlace: string;
  queued: SentSubmission | undefined;
}

/** The answers are with the server: when they came, and what they are worth. Spec 2 §2. */
export function HandedIn({ assignment, submission, held, draftPlace, queued }: HandedInProps) {
  const t = useText();
  const { answers } = held.desk;
  const isStored = isSame(answers, fromList(submission.answers));
  useEffect(() => {
    if (!isStored) return;
    forgetDraft(draftPlace);
    if (queued?.state === 'refused') dropSubmission(queued);
  }, [isStored, draftPlace, queued]);
  return (
    <Stack spacing={2}>
      <EmptyState
        icon={<Done color="success" />}
        title={t('ownAssignments.doneTitle')}
        text={t('ownAssignments.doneText')}
        action={
          <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center', '& dl': { textAlign: 'start' } }}>
            <Facts>
              <Fact name={t('ownAssignments.submittedAt')}>
                <Moment value={submission.submitted_at} />
                {isLate(submission) && (
                  <Box sx={{ color: 'warning.main' }}>{t('ownAssignments.wasLate')}</Box>
                )}
              </Fact>
              <Fact name={t('ownAssignments.score')}>
                <ScoreText score={submission.total_score} marks={submission.total_marks} />
              </Fact>
            </Facts>
            <Button component={Link} to={`/assignments/${assignment.id}/view`} variant="contained">
              {t('ownAssignments.view')}
            </Button>
          </Box>
        }
      />
      {queued?.state === 'refused' && !isStored && (
        <>
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={() => dropSubmission(queued)}>
                {t('ui.close')}
              </Button>
            }
          >
            {t('ownAssignments.doneElsewhere')}
          </Alert>
          <KeptAnswers answers={fromList(queued.answers)} questions={assignment.questions} />
        </>
      )}
    </Stack>
  );
}
