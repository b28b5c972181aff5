import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { ErrorState } from '../../../ui/page/States';
import { baseOfSubject } from '../subjectModel';
import { AddOfferings } from './AddOfferings';
import { CurrentOfferings } from './CurrentOfferings';
import type { SubjectDialogProps } from './SettingsDialog';

/** The batches that have a subject: taken from it, and given to further ones. */
export function OfferingsDialog({ subject, onClose, onGone }: SubjectDialogProps) {
  const t = useText();
  const { offerings } = useDataProvider<Api>();
  const [isDirty, setIsDirty] = useState(false);
  const base = baseOfSubject(subject);
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: ['subjects', 'offerings', base],
    queryFn: () => offerings(base),
    staleTime: 0,
  });
  const removed = (id: number) => {
    const isLast = data?.every((offering) => offering.id === id) ?? false;
    if (isLast || (id === subject.id && onGone)) onClose();
    if (id === subject.id) onGone?.();
  };
  // Settings come from the offering that was opened, while it is there.
  const source = data?.find(({ id }) => id === subject.id) ?? data?.[0];
  return (
    <FormDialog
      isOpen
      title={t('subjects.offerings.title', { name: subject.name })}
      isDirty={isDirty}
      onClose={onClose}
      maxWidth="md"
    >
      <DialogContent>
        {isPending && <Skeleton height={160} />}
        {isError && !data && (
          <ErrorState
            title={t('subjects.offerings.loadFailed')}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data && (
          <Stack spacing={3}>
            <CurrentOfferings offerings={data} onRemoved={removed} />
            <AddOfferings
              base={base}
              sourceCode={source?.offering_code ?? subject.subject_code}
              offerings={data}
              onDirty={setIsDirty}
            />
          </Stack>
        )}
      </DialogContent>
    </FormDialog>
  );
}
