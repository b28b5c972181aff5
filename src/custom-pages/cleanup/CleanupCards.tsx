import Delete from '@mui/icons-material/DeleteSweepOutlined';
import { Alert, Box, Button, Card, Chip, Stack, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CleanupCard as CardData } from '../../../contract/cleanup';
import { cleanupNames, type CleanupTarget, cleanupTargets } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { CleanupAnswer } from '../../dataProvider/oversight';
import { cleanup as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { DependentRecords, CleanupQuestions } from './CleanupQuestions';

/** The five deletions have the recommended order. */
export function CleanupCards({ onLocked }: { onLocked: () => void }) {
  const { cards, deletion } = useCleanup(onLocked);
  const [confirmTarget, setConfirmTarget] = useState<CleanupTarget | null>(null);
  const findCard = (target: CleanupTarget) => cards.data?.find((card) => card.target === target);
  // An undo restores the records, so the message about the deletion disappears.
  const isDeleted = deletion.variables !== undefined && (findCard(deletion.variables)?.count ?? 0) === 0;
  return (
    <Stack spacing={{ xs: 2, sm: 3 }}>
      <Alert
        severity="info"
        sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        action={<LinkButton to="/archive" label={t('archive.title')} color="inherit" />}
      >
        <Typography>{labels.order}</Typography>
        <Typography>{labels.restorable}</Typography>
      </Alert>
      {deletion.data && isDeleted && <CleanupOutcome answer={deletion.data} />}
      {cards.error && cards.data === undefined && <ErrorState error={cards.error} onRetry={cards.refetch} />}
      {cards.isPending && <LoadingState shape="cards" />}
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
          {cleanupTargets.map((target, index) => (
            <CleanupCard
              key={target}
              target={target}
              step={index + 1}
              card={findCard(target)}
              isDisabled={deletion.isPending}
              onDelete={() => setConfirmTarget(target)}
            />
          ))}
        </Box>
      )}
      {confirmTarget && (
        <CleanupQuestions
          target={confirmTarget}
          card={findCard(confirmTarget)}
          isDeleting={deletion.isPending}
          onConfirm={() => deletion.mutate(confirmTarget, { onSettled: () => setConfirmTarget(null) })}
          onClose={() => setConfirmTarget(null)}
        />
      )}
    </Stack>
  );
}

interface CleanupCardProps {
  target: CleanupTarget;
  /** Counts from 1, in the recommended order. */
  step: number;
  /** Undefined if the server sends no counts. */
  card: CardData | undefined;
  isDisabled: boolean;
  onDelete: () => void;
}

function CleanupCard({ target, step, card, isDisabled, onDelete }: CleanupCardProps) {
  const name = cleanupNames[target];
  const isEmpty = card?.count === 0;
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h2">{name}</Typography>
        <Chip size="small" label={labels.step(step)} />
      </Stack>
      {card ? (
        <>
          <Typography className="figure" sx={{ fontSize: '1.5rem', fontWeight: 700 }}>
            {t(`counted.${target}`, { smart_count: card.count })}
          </Typography>
          {!isEmpty && <DependentRecords card={card} />}
        </>
      ) : (
        <Typography color="text.secondary">{labels.unknownCount}</Typography>
      )}
      <Button
        variant="outlined"
        color="error"
        startIcon={<Delete />}
        disabled={isEmpty || isDisabled}
        onClick={onDelete}
        sx={{ mt: 'auto' }}
      >
        {isEmpty ? labels.nothing : labels.delete(name)}
      </Button>
    </Card>
  );
}

/** Shows the backup from before the deletion, or says that there is no backup. */
function CleanupOutcome({ answer }: { answer: CleanupAnswer }) {
  return (
    <Alert severity="success" role="status">
      <Typography>{answer.message}</Typography>
      {answer.backup ? (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {labels.copied} <Isolated>{answer.backup}</Isolated>
        </Typography>
      ) : (
        answer.backup === null && <Typography>{labels.notCopied}</Typography>
      )}
    </Alert>
  );
}

/** @param onLocked runs if the server asks for the password again */
function useCleanup(onLocked: () => void) {
  const { notifyDone, notifyProblem } = useNotices();
  const api = useApi();
  const isStepUpRequired = (problem: unknown) =>
    problem instanceof ApiProblem && problem.code === 'STEP_UP_REQUIRED';

  const cards = useQuery({
    queryKey: ['cleanup', 'cards'],
    queryFn: async () => {
      try {
        return await api.cleanupCards();
      } catch (problem) {
        if (isStepUpRequired(problem)) onLocked();
        throw problem;
      }
    },
    staleTime: 0,
    gcTime: 0,
  });

  const deletion = useMutation({
    mutationFn: async (target: CleanupTarget) => {
      const answer = await api.cleanUp(target);
      return { ...answer, message: answer.message || labels.deleted(cleanupNames[target]) };
    },
    onSuccess: ({ message, operation_id }) => notifyDone(message, { operation_id }),
    onError: (problem, target) => {
      if (isStepUpRequired(problem)) onLocked();
      notifyProblem(problem, labels.failed(cleanupNames[target]));
    },
  });

  return { cards, deletion };
}
