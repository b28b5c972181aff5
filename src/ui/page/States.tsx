import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { NotLoaded } from './lazyComponent';

interface StateProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
}

const State = ({ icon, title, text, action, isAlert }: StateProps) => (
  <Card
    role={isAlert ? 'alert' : undefined}
    sx={{ p: { xs: 3, sm: 6 }, textAlign: 'center', display: 'grid', gap: 1, justifyItems: 'center' }}
  >
    <Box aria-hidden sx={{ color: 'text.secondary', '& svg': { fontSize: 48 } }}>
      {icon}
    </Box>
    <Typography variant="h2">{title}</Typography>
    <Typography color="text.secondary" sx={{ maxWidth: '46ch' }}>
      {text}
    </Typography>
    {action && <Box sx={{ mt: 1 }}>{action}</Box>}
  </Card>
);

export const EmptyState = (props: {
  title: string;
  text: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) => <State icon={<Inbox />} {...props} />;

interface ErrorStateProps {
  title?: string;
  error?: unknown;
  onRetry: () => unknown;
  retryLabel?: string;
}

export function ErrorState({ title, error, onRetry, retryLabel }: ErrorStateProps) {
  const isPart = error instanceof NotLoaded;
  return (
    <State
      isAlert
      icon={<CloudOff />}
      title={title ?? t(isPart ? 'ui.partFailed' : 'ui.loadFailed')}
      text={error instanceof ApiProblem ? error.message : t(isPart ? 'ui.checkNetwork' : 'ui.unexpected')}
      action={
        <Button variant="outlined" onClick={() => onRetry()}>
          {retryLabel ?? t('ui.tryAgain')}
        </Button>
      }
    />
  );
}

/** The placeholder appears after 150 ms, so that fast loading does not flicker. */
export const LoadingState = () => (
  <Card
    aria-hidden
    sx={{
      p: 2,
      '@keyframes appear': { to: { opacity: 1 } },
      opacity: 0,
      animation: 'appear 100ms 150ms forwards',
    }}
  >
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} height={44} />
    ))}
  </Card>
);
