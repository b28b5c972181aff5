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

const placeholders = {
  /** Records: a table, on a phone two lines each. */
  list: () => (
    <Card>
      <Box sx={{ display: { xs: 'none', sm: 'block' }, height: 40, backgroundColor: 'action.hover' }} />
      {placeholderLines(12).map((line) => (
        <Box key={line} sx={placeholderRow}>
          <Skeleton width={28} sx={{ display: { xs: 'none', sm: 'block' } }} />
          <Skeleton sx={{ width: { xs: '60%', sm: 'auto' }, flex: { sm: 3 } }} />
          <Skeleton sx={{ width: { xs: '40%', sm: 'auto' }, flex: { sm: 2 } }} />
          <Skeleton sx={{ flex: 2, display: { xs: 'none', sm: 'block' } }} />
          <Skeleton width={64} sx={{ display: { xs: 'none', sm: 'block' } }} />
        </Box>
      ))}
    </Card>
  ),
  /** Labelled fields in two columns. */
  form: () => (
    <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <Skeleton width="40%" height={32} sx={{ gridColumn: '1 / -1' }} />
      {placeholderLines(8).map((line) => (
        <Skeleton key={line} variant="rounded" height={40} />
      ))}
    </Card>
  ),
  /** The page of one record: its facts, then its parts. */
  record: () => (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Card
        sx={{ p: 2, display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
      >
        {placeholderLines(8).map((line) => (
          <Skeleton key={line} width={line % 2 === 0 ? '50%' : '80%'} />
        ))}
      </Card>
      <Skeleton variant="rounded" height={240} />
      <Skeleton variant="rounded" height={240} />
    </Box>
  ),
  cards: () => (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
      }}
    >
      {placeholderLines(6).map((line) => (
        <Skeleton key={line} variant="rounded" height={168} />
      ))}
    </Box>
  ),
  /** Short rows within a card. */
  rows: () => (
    <Box>
      {placeholderLines(6).map((line) => (
        <Box key={line} sx={{ height: 48, display: 'flex', alignItems: 'center', gap: 1 }}>
          <Skeleton width={`${70 - (line % 3) * 15}%`} />
        </Box>
      ))}
    </Box>
  ),
};

const placeholderLines = (count: number) => Array.from({ length: count }, (_, line) => line);

const placeholderRow = {
  px: 2,
  minHeight: { xs: 72, sm: 40 },
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  justifyContent: 'center',
  alignItems: { sm: 'center' },
  columnGap: 3,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

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
    {placeholders[shape]()}
  </Box>
);
