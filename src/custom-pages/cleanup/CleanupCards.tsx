import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CleanupTarget, cleanupTargets } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { ErrorState } from '../../ui/page/States';
import { CleanupCard } from './CleanupCard';
import { CleanupOutcome } from './CleanupOutcome';
import { CleanupQuestions } from './CleanupQuestions';
import { useCleanup } from './useCleanup';

/** The five deletions in the recommended order. */
export function CleanupCards({ onLocked }: { onLocked: () => void }) {
  const t = useText();
  const { cards, removal } = useCleanup(onLocked);
  const [asked, setAsked] = useState<CleanupTarget | null>(null);
  const cardOf = (target: CleanupTarget) => cards.data?.find((card) => card.target === target);
  // What was taken back is there again.
  const isGone = removal.variables !== undefined && (cardOf(removal.variables)?.count ?? 0) === 0;
  return (
    <Stack spacing={{ xs: 2, sm: 3 }}>
      <Alert
        severity="info"
        // On a phone the way to the archive stands below the sentences.
        sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        action={
          <Button component={Link} to="/archive" color="inherit">
            {t('cleanup.toArchive')}
          </Button>
        }
      >
        <Typography>{t('cleanup.order')}</Typography>
        <Typography>{t('cleanup.restorable')}</Typography>
      </Alert>
      {removal.data && isGone && <CleanupOutcome answer={removal.data} />}
      {cards.error && cards.data === undefined && (
        <ErrorState error={cards.error} onRetry={() => void cards.refetch()} />
      )}
      {cards.isPending && <Waiting />}
      {cards.data !== undefined && (
        <Box
          component="ol"
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
          }}
        >
          {cleanupTargets.map((target, place) => (
            <CleanupCard
              key={target}
              target={target}
              step={place + 1}
              card={cardOf(target)}
              isDisabled={removal.isPending}
              onDelete={() => setAsked(target)}
            />
          ))}
        </Box>
      )}
      {asked && (
        <CleanupQuestions
          target={asked}
          card={cardOf(asked)}
          isDeleting={removal.isPending}
          onConfirm={() => removal.mutate(asked, { onSettled: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  );
}
