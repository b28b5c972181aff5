import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/useText';
import { Page } from '../../../ui/page/Page';
import { BackLink } from '../BackLink';

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
