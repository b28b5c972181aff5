import Back from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/useText';
import { Page } from '../../../ui/Page';

interface OneAssignmentPageProps {
  title: string;
  subject?: string;
  children: ReactNode;
}

/** The frame of the pages of one assignment, with the way back to all of them. */
export function OneAssignmentPage({ title, subject, children }: OneAssignmentPageProps) {
  const t = useText();
  return (
    <Page
      title={title}
      quiet={subject && <bdi>{subject}</bdi>}
      action={
        <Button component={Link} to="/assignments" startIcon={<Back />}>
          {t('ownAssignments.back')}
        </Button>
      }
    >
      {children}
    </Page>
  );
}
