import Restore from '@mui/icons-material/RestoreOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { ArchiveEntry } from '../../../contract/archive';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { Related } from './ArchiveFacts';

/** Puts a deletion back, after a question that names it; once. */
export function RestoreButton({ entry }: { entry: ArchiveEntry }) {
  const t = useText();
  const notify = useNotify();
  const { restoreDeleted } = useDataProvider<Api>();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => restoreDeleted(entry.id),
    onSuccess: ({ message }) => {
      setIsOpen(false);
      notify(message || t('archive.restored'), { type: 'success' });
    },
    onError: (problem) => notify(sentenceOf(problem, t('archive.restoreFailed')), { type: 'error' }),
  });
  const name = entry.item_name ?? entry.description;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<Restore />}
        disabled={!entry.can_undo}
        aria-label={t('archive.restoreOf', { name })}
        onClick={() => {
          reset();
          setIsOpen(true);
        }}
      >
        {t('archive.restore')}
      </Button>
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
  /** Why the last attempt failed; it stays until the person closes the dialog. */
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
  const t = useText();
  const details = error instanceof ApiProblem ? error.details : [];
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('archive.restoreTitle')}
      text={t('archive.restoreQuestion')}
      name={name}
      confirm={t('archive.restore')}
      pending={t('archive.restoring')}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Related entry={entry} />
      {Boolean(error) && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {sentenceOf(error, t('archive.restoreFailed'))}
          {details.length > 0 && (
            <>
              <Typography sx={{ mt: 1, fontWeight: 600 }}>{t('archive.reasons')}</Typography>
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
