import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router';
import type { Question } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { Waiting } from '../../../ui/list/ListContent';
import { Page } from '../../../ui/page/Page';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { BackLink } from '../BackLink';
import type { Answers } from './answers';
import { KeptAnswers } from './KeptAnswers';

interface OneAssignmentPageProps {
  title: string;
  subject?: string;
  children: ReactNode;
}

/** The frame of the pages of one assignment, with the way back to all of them. */
export function OneAssignmentPage({ title, subject, children }: OneAssignmentPageProps) {
  const t = useText();
  return (
    <Stack spacing={1}>
      <BackLink to="/assignments">{t('ownAssignments.back')}</BackLink>
      <Page title={title} subtitle={subject && <bdi>{subject}</bdi>}>
        {children}
      </Page>
    </Stack>
  );
}

/** An assignment with its questions and the own submission; read anew at every visit. */
export function useAssignment(id: number) {
  const { assignment } = useDataProvider<Api>();
  return useQuery({
    queryKey: ['assignments', 'one', id],
    queryFn: () => assignment(id),
    refetchOnMount: 'always',
    enabled: id > 0,
  });
}

interface NotYetLoadedProps {
  /** Why it could not be loaded; nothing while it is on its way. */
  error: Error | null;
  onRetry: () => void;
}

/** The page of an assignment until it is there. */
export function NotYetLoaded({ error, onRetry }: NotYetLoadedProps) {
  const t = useText();
  return (
    <OneAssignmentPage title={t('ownAssignments.solution')}>
      {error ? (
        <ErrorState title={t('ownAssignments.loadFailed')} error={error} onRetry={onRetry} />
      ) : (
        <Waiting />
      )}
    </OneAssignmentPage>
  );
}

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
