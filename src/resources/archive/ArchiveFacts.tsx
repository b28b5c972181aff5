import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Undo from '@mui/icons-material/Undo';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArchiveEntry } from '../../../contract/archive';
import { expiringSoonDays } from '../../../contract/rules/retention';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { archive as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { IconAction } from '../../ui/page/IconAction';
import { problemMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface EntryProps {
  entry: ArchiveEntry;
}

export function RelatedCount({ entry: { related_records_count: smart_count } }: EntryProps) {
  if (smart_count < 1) return null;
  return (
    <SecondaryText variant="caption" component="span">
      {t('archive.related', { smart_count })}
    </SecondaryText>
  );
}

const icons = { red: Warning, orange: Schedule, green: CheckCircle };
const colours = { red: 'error.main', orange: 'warning.main', green: 'success.main' };

/** Shows nothing for a restored deletion. */
export function RemainingDays({ entry: { days_until_expiration: days, can_undo } }: EntryProps) {
  if (!can_undo) return t('ui.nothing');
  const band = findBand(days);
  const Icon = icons[band];
  return (
    <Box
      component="span"
      data-band={band}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: colours[band],
        fontWeight: 600,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      <Icon fontSize="small" aria-hidden />
      {t('archive.days', { smart_count: Math.max(0, days) })}
    </Box>
  );
}

export function RestoreStatus({ entry: { can_undo } }: EntryProps) {
  return can_undo ? (
    <Chip size="small" variant="outlined" color="success" label={labels.canRestore} />
  ) : (
    <Chip size="small" variant="outlined" icon={<Undo />} label={labels.isUndone} />
  );
}

const orangeDays = 15;

/** Spec 1 §9 sets these limits. */
function findBand(days: number): 'red' | 'orange' | 'green' {
  if (days <= expiringSoonDays) return 'red';
  return days <= orangeDays ? 'orange' : 'green';
}

interface RestoreButtonProps extends EntryProps {
  /** A row on a phone has an icon. */
  isIcon?: boolean;
}

export function RestoreButton({ entry, isIcon = false }: RestoreButtonProps) {
  const { notifyDone } = useNotices();
  const { restoreDeleted } = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => restoreDeleted(entry.id),
    onSuccess: ({ message }) => {
      setIsOpen(false);
      notifyDone(message || labels.restored);
    },
  });
  const name = entry.item_name ?? entry.description;
  const button = {
    disabled: !entry.can_undo,
    label: t('archive.restoreOf', { name }),
    onClick: () => {
      reset();
      setIsOpen(true);
    },
  };
  return (
    <>
      {isIcon ? (
        <IconAction title={labels.restore} color="primary" {...button}>
          <Restore />
        </IconAction>
      ) : (
        <Button
          variant="outlined"
          size="small"
          startIcon={<Restore />}
          aria-label={button.label}
          disabled={button.disabled}
          onClick={button.onClick}
        >
          {labels.restore}
        </Button>
      )}
      <RestoreQuestion
        entry={entry}
        name={name}
        isOpen={isOpen}
        isPending={isPending}
        error={error}
        onConfirm={() => mutate()}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

interface RestoreQuestionProps {
  entry: ArchiveEntry;
  name: string;
  isOpen: boolean;
  isPending: boolean;
  /** The error of the last attempt. It stays until the user closes the dialog. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

function RestoreQuestion({
  entry,
  name,
  isOpen,
  isPending,
  error,
  onConfirm,
  onClose,
}: RestoreQuestionProps) {
  const details = error instanceof ApiProblem ? error.details : [];
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={labels.restoreTitle}
      text={labels.restoreQuestion}
      name={name}
      confirmLabel={labels.restore}
      pendingLabel={labels.restoring}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <RelatedCount entry={entry} />
      {Boolean(error) && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {problemMessage(error, labels.restoreFailed)}
          {details.length > 0 && (
            <>
              <Typography sx={{ mt: 1, fontWeight: 600 }}>{labels.reasons}</Typography>
              <ul>
                {details.map(({ message }) => (
                  <li key={message}>
                    <bdi>{message}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Alert>
      )}
    </QuestionDialog>
  );
}
