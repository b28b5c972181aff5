import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import type { UndoOperation } from '../../contract/undo';
import { t } from '../i18n/text';
import { ListRow } from '../ui/list/ListRow';
import { SecondaryText } from '../ui/page/SecondaryText';
import { problemMessage } from '../ui/page/problemMessage';
import { formatAgo, useNow } from '../ui/page/useAgo';
import type { UndoRequest } from './useUndo';

interface UndoControlListProps {
  operations: readonly UndoOperation[] | undefined;
  error: unknown;
  isPending: boolean;
  onRetry: () => void;
  onChoose: (request: UndoRequest) => void;
}

export default function UndoControlList({
  operations,
  error,
  isPending,
  onRetry,
  onChoose,
}: UndoControlListProps) {
  const latest = operations?.[0];
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.5 }} aria-busy={isPending}>
      <Box>
        <Typography variant="h3" component="h2">
          {t('undo.title')}
        </Typography>
        <SecondaryText>{t('undo.subtitle')}</SecondaryText>
      </Box>
      {latest && (
        <Button
          variant="contained"
          disabled={isPending}
          onClick={() => onChoose({ operation: latest, isLatest: true })}
        >
          {isPending ? t('undo.undoing') : t('undo.latest')}
        </Button>
      )}
      {!operations && !error && <Skeleton height={56} />}
      {!operations && Boolean(error) && (
        <Alert severity="error" action={<Button onClick={onRetry}>{t('ui.tryAgain')}</Button>}>
          {problemMessage(error, t('undo.loadFailed'))}
        </Alert>
      )}
      {operations?.length === 0 && <Typography>{t('undo.empty')}</Typography>}
      {operations && operations.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {operations.map((operation) => (
            <Operation
              key={operation.id}
              operation={operation}
              isPending={isPending}
              onChoose={() => onChoose({ operation, isLatest: operation.id === latest?.id })}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface OperationProps {
  operation: UndoOperation;
  isPending: boolean;
  onChoose: () => void;
}

function Operation({ operation, isPending, onChoose }: OperationProps) {
  const now = useNow();
  const { description, performed_at, has_related_records } = operation;
  return (
    <ListRow
      action={
        <Button
          size="small"
          variant="outlined"
          disabled={isPending}
          aria-label={t('undo.oneOf', { description })}
          onClick={onChoose}
          sx={{ flexShrink: 0 }}
        >
          {t('undo.one')}
        </Button>
      }
    >
      <Typography>
        <bdi>{description}</bdi>
      </Typography>
      <SecondaryText variant="caption" component="p">
        <time dateTime={performed_at}>{formatAgo(performed_at, now)}</time>
        {has_related_records && ` · ${t('undo.related')}`}
      </SecondaryText>
    </ListRow>
  );
}
