import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CleanupCard } from '../../../contract/cleanup';
import { cleanText } from '../../../contract/rules/arabicText';
import { cleanupNames, type CleanupTarget } from '../../../contract/vocabulary';
import { cleanup as say } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { Dialog } from '../../ui/dialog/Dialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface CleanupQuestion {
  target: CleanupTarget;
  card: CleanupCard | undefined;
  isDeleting: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Two confirmations before a deletion (spec 2 §5): a question, then the name must be typed. */
export function CleanupQuestions(props: CleanupQuestion) {
  const [isSure, setIsSure] = useState(false);
  return isSure ? (
    <NameQuestion {...props} />
  ) : (
    <FirstQuestion {...props} onConfirm={() => setIsSure(true)} />
  );
}

/** Asks, and lists what will be deleted. The focus is on "cancel". */
function FirstQuestion({ target, card, onConfirm, onClose }: CleanupQuestion) {
  return (
    <QuestionDialog
      title={t('ui.deleteTitle')}
      text={say.question(cleanupNames[target])}
      name={card && t(`counted.${target}`, { smart_count: card.count })}
      confirmLabel={say.continue}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {card && <DependentRecords card={card} />}
    </QuestionDialog>
  );
}

/** The second confirmation: the person types the name of what will be deleted. Stays open while the deletion runs. */
function NameQuestion({ target, card, isDeleting, onConfirm, onClose }: CleanupQuestion) {
  const titleId = useId();
  const textId = useId();
  const [typed, setTyped] = useState('');
  // A ref, because a state changes only at the next render: too late for a double click.
  const isConfirmed = useRef(false);
  const name = cleanupNames[target];
  const isNameTyped = cleanText(typed) === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNameTyped || isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm();
  };
  const count = card && t(`counted.${target}`, { smart_count: card.count });
  return (
    <Dialog
      open
      onClose={isDeleting ? undefined : onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{say.typeTitle}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <div id={textId}>
              <Typography>{say.typeText(name)}</Typography>
              <Typography sx={{ fontWeight: 700 }}>
                <bdi>{name}</bdi>
              </Typography>
            </div>
            <TextField
              label={say.typed}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              disabled={isDeleting}
              autoFocus
              slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
            />
            {isDeleting && (
              <div role="status">
                {count && <Typography>{say.deletingCount(count)}</Typography>}
                <Typography color="text.secondary">{say.deleting}</Typography>
                <LinearProgress aria-label={t('ui.deleting')} sx={{ mt: 1 }} />
              </div>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t(isDeleting ? 'ui.close' : 'ui.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            disabled={!isNameTyped || isDeleting}
            aria-busy={isDeleting}
          >
            {isDeleting ? t('ui.deleting') : say.final}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const records = [
  'batches',
  'subjects',
  'students',
  'grades',
  'absences',
  'daily_records',
  'sard',
  'registers',
  'assignments',
  'submissions',
] as const;
const namedTables: ReadonlySet<string> = new Set(records);

const line = <Key extends string>(key: string, text: Key, count = 0) => ({ key, text, count });

/** Which other records are deleted together with the records of a kind. */
export function DependentRecords({ card: { target, dependents } }: { card: CleanupCard }) {
  const others = Object.entries(dependents)
    .filter(([table]) => !namedTables.has(table))
    .reduce((sum, [, count]) => sum + count, 0);
  const lines = [
    ...records.map((table) => line(table, `counted.${table}`, dependents[table])),
    line('others', 'cleanup.others', others),
  ].filter(({ count }) => count > 0);
  return (
    <Box>
      <Typography color="text.secondary">{lines.length > 0 ? say.along : say.alone}</Typography>
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 3 }}>
          {lines.map(({ key, text, count }) => (
            <Typography component="li" key={key}>
              {t(text, { smart_count: count })}
            </Typography>
          ))}
        </Box>
      )}
      {target !== 'grades' && target !== 'subjects' && <SecondaryText>{say.studentsNote}</SecondaryText>}
    </Box>
  );
}
