import { Stack, Typography } from '@mui/material';
import type { AssignmentDetail } from '../../../contract/assignments';
import { studentState } from '../../../contract/rules/assignments';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { useNow } from '../../ui/page/useAgo';
import { AssignmentFacts, BackLink, SubjectLine } from './AssignmentFacts';
import { QuestionView } from './QuestionView';

export default function StudentDetail({ assignment }: { assignment: AssignmentDetail }) {
  const now = useNow();
  const { id, submission = null } = assignment;
  const state = studentState(assignment, submission, now);
  return (
    <Stack spacing={1}>
      <BackLink to="/assignments">{t('assignments.back')}</BackLink>
      <Page
        title={assignment.title}
        subtitle={<SubjectLine assignment={assignment} />}
        action={
          state !== 'expired' && (
            <LinkButton
              to={`/assignments/${id}/${submission ? 'view' : 'submit'}`}
              label={t(submission ? 'assignments.viewSolution' : 'assignments.solve')}
              variant={submission ? 'outlined' : 'contained'}
            />
          )
        }
      >
        <AssignmentFacts assignment={assignment} />
        <Stack component="section" spacing={2} aria-labelledby="questions-title">
          <Typography id="questions-title" variant="h2">
            {t('assignments.questionsTitle')}
          </Typography>
          {assignment.questions.map((question, index) => (
            <QuestionView key={question.id} question={question} number={index + 1} />
          ))}
        </Stack>
      </Page>
    </Stack>
  );
}
