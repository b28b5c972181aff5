import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Update from '@mui/icons-material/Update';
import Inbox from '@mui/icons-material/InboxOutlined';
import { Box, Button, Card, Skeleton, type SkeletonProps, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { NotLoaded } from './lazyComponent';
import { askAndLoadNewVersion } from './newVersion';

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
  if (error instanceof NotLoaded && error.newVersion !== null)
    return (
      <State
        isAlert
        icon={<Update />}
        title={t('ui.newVersion')}
        text={t('ui.oldPart')}
        action={
          <Button variant="contained" onClick={askAndLoadNewVersion}>
            {t('ui.takeNew')}
          </Button>
        }
      />
    );
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

const placeholderRow = {
  px: 2,
  minHeight: { xs: 72, sm: 40 },
  display: 'grid',
  gridTemplateColumns: { sm: '3fr 2fr' },
  columnGap: 4,
  alignContent: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  '& > :last-child': { width: { xs: '40%', sm: 'auto' } },
} as const;

const placeholderGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
};

const Bars = ({ count, ...bar }: SkeletonProps & { count: number }) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} {...bar} />);

const placeholders = {
  /** Records: a table below the bar of progress, on a phone two lines each. */
  list: (
    <Card sx={{ mt: '4px', pt: { sm: '40px' } }}>
      {Array.from({ length: 12 }, (_, row) => (
        <Box key={row} sx={placeholderRow}>
          <Bars count={2} />
        </Box>
      ))}
    </Card>
  ),
  form: (
    <Card sx={{ p: 3, ...placeholderGrid }}>
      <Bars count={8} variant="rounded" height={40} />
    </Card>
  ),
  /** The page of one record. */
  record: (
    <Card sx={{ p: 2 }}>
      <Skeleton width="30%" height={40} />
      <Bars count={10} height={40} />
    </Card>
  ),
  cards: (
    <Box sx={placeholderGrid}>
      <Bars count={6} variant="rounded" height={168} />
    </Box>
  ),
  /** Short rows within a card. */
  rows: <Bars count={6} height={48} width="70%" />,
};

/** A placeholder in the shape of the content. It appears after 150 ms, so that fast loading does not flicker. */
export const LoadingState = ({ shape = 'list' }: { shape?: keyof typeof placeholders }) => (
  <Box
    aria-hidden
    data-shape={shape}
    sx={{
      '@keyframes appear': { to: { opacity: 1 } },
      opacity: 0,
      animation: 'appear 100ms 150ms forwards',
    }}
  >
    {placeholders[shape]}
  </Box>
);
