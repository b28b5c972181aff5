import Delete from '@mui/icons-material/DeleteSweepOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CleanupCard as CardData } from '../../../contract/cleanup';
import { cleanupNames, type CleanupTarget } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { CleanedAlong } from './CleanedAlong';

interface CleanupCardProps {
  target: CleanupTarget;
  /** Its place in the recommended order, from 1. */
  step: number;
  /** Undefined where the server does not count. */
  card: CardData | undefined;
  isDisabled: boolean;
  onDelete: () => void;
}

/** One kind of records: how many there are, what hangs on them, and their deletion. */
export function CleanupCard({ target, step, card, isDisabled, onDelete }: CleanupCardProps) {
  const t = useText();
  const name = cleanupNames[target];
  const isEmpty = card?.count === 0;
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h2">{name}</Typography>
        <Chip size="small" label={t('cleanup.step', { step })} />
      </Stack>
      {card ? (
        <>
          <Typography className="figure" sx={{ fontSize: '1.5rem', fontWeight: 700 }}>
            {t(`counted.${target}`, { smart_count: card.count })}
          </Typography>
          {!isEmpty && <CleanedAlong card={card} />}
        </>
      ) : (
        <Typography color="text.secondary">{t('cleanup.unknownCount')}</Typography>
      )}
      <Button
        variant="outlined"
        color="error"
        startIcon={<Delete />}
        disabled={isEmpty || isDisabled}
        onClick={onDelete}
        sx={{ mt: 'auto' }}
      >
        {isEmpty ? t('cleanup.nothing') : t('cleanup.delete', { name })}
      </Button>
    </Card>
  );
}
