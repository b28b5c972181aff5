import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Question } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { Page } from '../../../ui/page/Page';
import { EmptyState } from '../../../ui/page/States';
import type { Answers } from './answers';
import { KeptAnswers } from './KeptAnswers';

/** An assignment that is not there, or not any more; what was typed is there to be copied. Spec 2 §8. */
export function Missing({ answers, questions }: { answers: Answers; questions: readonly Question[] }) {
  const t = useText();
  return (
    <Page title={t('ownAssignments.notFoundTitle')}>
      <EmptyState
        title={t('ownAssignments.notFoundTitle')}
        text={t('ownAssignments.notFoundText')}
        action={
          <Button component={Link} to="/assignments" variant="contained">
            {t('ownAssignments.back')}
          </Button>
        }
      />
      <KeptAnswers answers={answers} questions={questions} />
    </Page>
  );
}
