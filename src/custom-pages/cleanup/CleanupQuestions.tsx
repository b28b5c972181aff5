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
import { cleanup as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { Dialog } from '../../ui/dialog/Dialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface CleanupQuestionsProps {
  target: CleanupTarget;
  card: CleanupCard | undefined;
  isDeleting: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Two confirmations (spec 2 §5): a question, and a field for the name of the records. */
export function CleanupQuestions(props: CleanupQuestionsProps) {
  const [isQuestionConfirmed, setIsQuestionConfirmed] = useState(false);
  return isQuestionConfirmed ? (
    <NameQuestion {...props} />
  ) : (
    <FirstQuestion {...props} onConfirm={() => setIsQuestionConfirmed(true)} />
  );
}

/** The focus is on "cancel". */
function FirstQuestion({ target, card, onConfirm, onClose }: CleanupQuestionsProps) {
  return (
    <QuestionDialog
      title={t('ui.deleteTitle')}
      text={labels.question(cleanupNames[target])}
      name={card && t(`counted.${target}`, { smart_count: card.count })}
      confirmLabel={labels.continue}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {card && <DependentRecords card={card} />}
    </QuestionDialog>
  );
}

/** The admin types the name of the records. The dialog stays open during the deletion. */
function NameQuestion({ target, card, isDeleting, onConfirm, onClose }: CleanupQuestionsProps) {
  const titleId = useId();
  const textId = useId();
  const [typedName, setTypedName] = useState('');
  // A ref, because a state would change only at the next render, which is too late for a double click.
  const isConfirmed = useRef(false);
  const name = cleanupNames[target];
  const isNameTyped = cleanText(typedName) === name;
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
        <DialogTitle id={titleId}>{labels.typeTitle}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <div id={textId}>
              <Typography>{labels.typeText(name)}</Typography>
              <Typography sx={{ fontWeight: 700 }}>
                <bdi>{name}</bdi>
              </Typography>
            </div>
            <TextField
              label={labels.typed}
              value={typedName}
              onChange={(event) => setTypedName(event.target.value)}
              disabled={isDeleting}
              autoFocus
              slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
            />
            {isDeleting && (
              <div role="status">
                {count && <Typography>{labels.deletingCount(count)}</Typography>}
                <Typography color="text.secondary">{labels.deleting}</Typography>
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
            {isDeleting ? t('ui.deleting') : labels.final}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const countedTables = [
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
const countedTableNames: ReadonlySet<string> = new Set(countedTables);

const buildLine = <Key extends string>(key: string, text: Key, count = 0) => ({ key, text, count });

export function DependentRecords({ card: { target, dependents } }: { card: CleanupCard }) {
  const otherCount = Object.entries(dependents)
    .filter(([table]) => !countedTableNames.has(table))
    .reduce((sum, [, count]) => sum + count, 0);
  const lines = [
    ...countedTables.map((table) => buildLine(table, `counted.${table}`, dependents[table])),
    buildLine('others', 'cleanup.others', otherCount),
  ].filter(({ count }) => count > 0);
  return (
    <Box>
      <Typography color="text.secondary">
        {lines.length > 0 ? labels.dependents : labels.noDependents}
      </Typography>
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 3 }}>
          {lines.map(({ key, text, count }) => (
            <Typography component="li" key={key}>
              {t(text, { smart_count: count })}
            </Typography>
          ))}
        </Box>
      )}
      {target !== 'grades' && target !== 'subjects' && <SecondaryText>{labels.studentsNote}</SecondaryText>}
    </Box>
  );
}
