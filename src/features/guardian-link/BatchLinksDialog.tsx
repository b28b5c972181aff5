import { Alert, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkCounts } from '../../../contract/families/guardianLinks';
import { useApi } from '../../dataProvider/useApi';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { SlipsDialog } from '../../ui/dialog/SlipsDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { LoadingState } from '../../ui/page/States';
import { detailMessage } from '../../ui/page/problemMessage';
import { type PrintedLink, useLinkSlips } from './useLinkSlips';

type Choice = 'missing' | 'all';

const countChosen = ({ guardians, linked, of_other_sections }: LinkCounts, choice: Choice): number =>
  Math.max(0, guardians - of_other_sections - (choice === 'missing' ? linked : 0));

/** Shows how many links will be made, makes them, and downloads their slips. */
export default function BatchLinksDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const { guardianLinkCounts, makeGuardianLinks } = useApi();
  const { notifyDone } = useNotices();
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<Choice>('missing');
  const counts = useQuery({
    queryKey: ['guardians', 'link-counts', batchId],
    queryFn: () => guardianLinkCounts(batchId),
    gcTime: 0,
  });
  const making = useMutation({
    mutationFn: (only_missing: boolean) => makeGuardianLinks({ batch_id: batchId, only_missing }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['guardians'] }),
    gcTime: 0,
  });
  const made = making.data;
  if (made)
    return (
      <MadeLinks
        key={made.operation_id}
        message={made.message}
        links={made.links.flatMap(({ guardian_id, link_code, link_pin }) =>
          link_code === null || link_pin === null ? [] : [{ guardian_id, link_code, link_pin }],
        )}
        isLost={made.links.some(({ link_code }) => link_code === null)}
        remaining={made.remaining}
        isPending={making.isPending}
        onNext={() => making.mutate(true)}
        onClose={() => {
          onClose();
          notifyDone(made.message, made);
        }}
      />
    );
  const chosen = counts.data ? countChosen(counts.data, choice) : 0;
  const error = making.error ?? counts.error;
  return (
    <SubmitDialog
      title={labels.batchTitle}
      problem={error && detailMessage(error, labels.failed)}
      submitLabel={labels.makeMany}
      pendingLabel={labels.making}
      isPending={making.isPending}
      isReady={chosen > 0}
      maxWidth="sm"
      onSubmit={() => making.mutate(choice === 'missing')}
      onClose={onClose}
    >
      <Typography>{labels.batchExplained}</Typography>
      {counts.isPending && <LoadingState shape="record" />}
      {counts.data && (
        <>
          <Typography>
            {counts.data.guardians === 0
              ? labels.noGuardians
              : labels.counts(counts.data.guardians, counts.data.linked)}
          </Typography>
          {counts.data.of_other_sections > 0 && (
            <SecondaryText>{labels.ofOtherSections(counts.data.of_other_sections)}</SecondaryText>
          )}
          {counts.data.linked > 0 && (
            <RadioChoice
              label={labels.whom}
              value={choice}
              choices={[
                { value: 'missing', name: labels.onlyMissing },
                { value: 'all', name: labels.everyone },
              ]}
              onChange={setChoice}
            />
          )}
          <Typography role="status" sx={{ fontWeight: 600 }}>
            {counts.data.guardians > 0 && labels.willMake(chosen)}
          </Typography>
        </>
      )}
    </SubmitDialog>
  );
}

interface MadeLinksProps {
  message: string;
  links: readonly PrintedLink[];
  isLost: boolean;
  remaining: number;
  isPending: boolean;
  onNext: () => void;
  onClose: () => void;
}

function MadeLinks({ message, links, isLost, remaining, isPending, onNext, onClose }: MadeLinksProps) {
  const slips = useLinkSlips();
  return (
    <SlipsDialog
      title={message}
      onceText={labels.batchOnce}
      leaveText={labels.leaveText}
      hasSlips={links.length > 0}
      slips={slips}
      onDownload={() => slips.mutate(links)}
      next={
        remaining > 0
          ? { label: isPending ? labels.making : labels.next(remaining), isPending, onNext }
          : undefined
      }
      onClose={onClose}
      header={isLost && <Alert severity="warning">{labels.batchLost}</Alert>}
    >
      {slips.error && <Alert severity="error">{detailMessage(slips.error, t('ui.slipsFailed'))}</Alert>}
      <Typography>{labels.batchExplained}</Typography>
    </SlipsDialog>
  );
}
