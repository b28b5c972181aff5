import Restore from '@mui/icons-material/RestoreOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { ArchiveEntry } from '../../../contract/archive';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { RestoreQuestion } from './RestoreQuestion';

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
