import Download from '@mui/icons-material/DownloadOutlined';
import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkCounts } from '../../../contract/families/guardianLinks';
import { useApi } from '../../dataProvider/useApi';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { FormDialog, SubmitDialog } from '../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
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

/** Closing asks first, unless the user has downloaded the slips. */
function MadeLinks({ message, links, isLost, remaining, isPending, onNext, onClose }: MadeLinksProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: downloadSlips, isPending: isDownloading, isSuccess: isDownloaded, error } = useLinkSlips();
  const canClose = links.length === 0 || isDownloaded;
  return (
    <>
      <FormDialog isOpen title={message} onClose={() => (canClose ? onClose() : setIsAsking(true))}>
        <DialogContent>
          <Stack spacing={2}>
            {isLost && <Alert severity="warning">{labels.batchLost}</Alert>}
            {links.length > 0 && !isDownloaded && <Alert severity="warning">{labels.batchOnce}</Alert>}
            {error && <Alert severity="error">{detailMessage(error, labels.slipsFailed)}</Alert>}
            <Typography>{labels.batchExplained}</Typography>
            <SecondaryText role="status">{isDownloaded && labels.slipsDone}</SecondaryText>
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
          {remaining > 0 && (
            <Button
              variant="outlined"
              disabled={!canClose || isPending}
              aria-busy={isPending}
              onClick={onNext}
            >
              {isPending ? labels.making : labels.next(remaining)}
            </Button>
          )}
          {links.length > 0 && (
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={isDownloading}
              aria-busy={isDownloading}
              autoFocus
              onClick={() => downloadSlips(links)}
            >
              {isDownloading ? labels.slipsPending : labels.slips}
            </Button>
          )}
        </DialogActions>
      </FormDialog>
      {isAsking && (
        <QuestionDialog
          title={labels.leaveTitle}
          text={labels.leaveText}
          onClose={() => setIsAsking(false)}
          answers={
            <>
              <Button color="error" onClick={onClose}>
                {labels.leave}
              </Button>
              <Button variant="contained" onClick={() => setIsAsking(false)} autoFocus>
                {labels.stay}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
