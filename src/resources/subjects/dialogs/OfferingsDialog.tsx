import { Box, Chip, DialogContent, Skeleton, Stack, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Offering } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { ConfirmDelete, DependentCounts, useDeletion } from '../../../ui/dialog/ConfirmDelete';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { DeleteAction } from '../../../ui/page/IconAction';
import { Isolated } from '../../../ui/page/Isolated';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ErrorState } from '../../../ui/page/States';
import { baseOfSubject } from '../subjectModel';
import { AddOfferings } from './AddOfferings';
import type { SubjectDialogProps } from './SettingsDialog';

export default function OfferingsDialog({ subject, onClose, onDeleted }: SubjectDialogProps) {
  const { offerings } = useApi();
  const [isDirty, setIsDirty] = useState(false);
  const base = baseOfSubject(subject);
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: ['subjects', 'offerings', base],
    queryFn: () => offerings(base),
    staleTime: 0,
  });
  const handleRemoved = (id: number) => {
    const isLast = data?.every((offering) => offering.id === id) ?? false;
    if (isLast || (id === subject.id && onDeleted)) onClose();
    if (id === subject.id) onDeleted?.();
  };
  // A new offering copies the opened offering. If that was deleted, it copies the first one.
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
          <ErrorState title={t('subjects.offerings.loadFailed')} error={error} onRetry={refetch} />
        )}
        {data && (
          <Stack spacing={3}>
            <CurrentOfferings offerings={data} onRemoved={handleRemoved} />
            <AddOfferings
              subject={subject}
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

interface CurrentOfferingsProps {
  offerings: readonly Offering[];
  onRemoved: (id: number) => void;
}

function CurrentOfferings({ offerings, onRemoved }: CurrentOfferingsProps) {
  const { notifyDone } = useNotices();
  const titleId = useId();
  const { removeOffering } = useApi();
  const [offeringToRemove, setOfferingToRemove] = useState<Offering | null>(null);
  const { open, close, onError, dialog } = useDeletion(t('subjects.offerings.removeFailed'));
  const openRemoveDialog = (offering: Offering) => {
    setOfferingToRemove(offering);
    open();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ offering, confirm }: { offering: Offering; confirm: number | undefined }) =>
      removeOffering(offering.offering_code, confirm),
    onSuccess: (answer, { offering }) => {
      close();
      notifyDone(t('subjects.offerings.removed'), answer);
      onRemoved(offering.id);
    },
    onError,
  });
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3">
        {t('subjects.offerings.current')}
      </Typography>
      {offerings.length === 0 && (
        <Typography color="text.secondary">{t('subjects.offerings.none')}</Typography>
      )}
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {offerings.map((offering) => (
          <OfferingRow
            key={offering.offering_code}
            offering={offering}
            onRemove={() => openRemoveDialog(offering)}
          />
        ))}
      </Box>
      <ConfirmDelete
        {...dialog}
        question={t('subjects.offerings.removeQuestion')}
        name={offeringToRemove?.batch_name}
        isPending={isPending}
        onConfirm={(confirm) => offeringToRemove && mutate({ offering: offeringToRemove, confirm })}
      >
        {dialog.isOpen && offeringToRemove && (
          <>
            {offerings.length === 1 && <Typography>{t('subjects.offerings.lastOne')}</Typography>}
            <DependentCounts resource="subjects" ids={[offeringToRemove.id]} />
          </>
        )}
      </ConfirmDelete>
    </section>
  );
}

function OfferingRow({ offering, onRemove }: { offering: Offering; onRemove: () => void }) {
  const { batch_name, offering_code, semester, status } = offering;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{batch_name}</Typography>
        <SecondaryText variant="caption">
          <Isolated>{offering_code}</Isolated>
          {semester && ` · ${semester}`}
        </SecondaryText>
      </Box>
      <OfferingStatusLabel status={status} />
      <DeleteAction label={t('subjects.offerings.removeOf', { batch: batch_name })} onClick={onRemove} />
    </Box>
  );
}

/** Any status except active and completed means cancelled (spec 1 §3). */
function OfferingStatusLabel({ status }: { status: string | undefined }) {
  if (status === undefined) return null;
  const displayStatus = status === 'active' || status === 'completed' ? status : 'cancelled';
  return (
    <Chip
      size="small"
      label={t(`subjects.offerings.status.${displayStatus}`)}
      sx={({ colours: { success, successTint, info, infoTint, quietInk, sunken } }) => {
        const [color, backgroundColor] = {
          active: [success, successTint],
          completed: [info, infoTint],
          cancelled: [quietInk, sunken],
        }[displayStatus];
        return { color, backgroundColor, border: 1, borderColor: 'currentcolor' };
      }}
    />
  );
}
