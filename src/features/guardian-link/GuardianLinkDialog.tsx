import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Guardian } from '../../../contract/families/guardians';
import type { NewGuardianLink } from '../../../contract/families/guardianLinks';
import { useApi } from '../../dataProvider/useApi';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { Fact, Facts } from '../../ui/page/Facts';
import { InlineMoment } from '../../ui/page/Moment';
import { useNow } from '../../ui/page/useAgo';
import { detailMessage } from '../../ui/page/problemMessage';
import { NewLink } from './NewLink';

interface GuardianLinkDialogProps {
  guardian: Pick<Guardian, 'id' | 'link' | 'phone_key'>;
  onChange: () => void;
  onClose: () => void;
}

/** Makes or ends a link. A new link is shown once. */
export default function GuardianLinkDialog({ guardian, onChange, onClose }: GuardianLinkDialogProps) {
  const { makeGuardianLink, revokeGuardianLink } = useApi();
  const { notifyDone } = useNotices();
  const [question, setQuestion] = useState<'remake' | 'revoke' | null>(null);
  const making = useMutation({
    mutationFn: () => makeGuardianLink(guardian.id),
    onSuccess: onChange,
    gcTime: 0,
  });
  const revoking = useMutation({
    mutationFn: () => revokeGuardianLink(guardian.id),
    onSuccess: (answer) => {
      onChange();
      onClose();
      notifyDone(answer.message, answer);
    },
  });
  const { link } = guardian;
  const made = making.data;
  const isPending = making.isPending || revoking.isPending;
  const close = () => {
    onClose();
    if (made) notifyDone(labels.closed, made);
  };
  const error = making.error ?? revoking.error;
  return (
    <>
      <FormDialog isOpen title={labels.title} onClose={close}>
        <DialogContent>
          <Stack spacing={2}>
            {error && (
              <Alert severity="error">
                {detailMessage(error, making.error ? labels.failed : labels.revokeFailed)}
              </Alert>
            )}
            {made ? (
              <MadeLink answer={made} phone={guardian.phone_key} />
            ) : (
              <>
                <Typography>{labels.explained}</Typography>
                {link ? <LinkFacts link={link} /> : <Typography>{labels.none}</Typography>}
              </>
            )}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
          {made ? (
            <Button onClick={close}>{labels.close}</Button>
          ) : (
            <>
              {link && (
                <Button color="error" disabled={isPending} onClick={() => setQuestion('revoke')}>
                  {labels.revoke}
                </Button>
              )}
              <Button
                variant="contained"
                disabled={isPending}
                aria-busy={making.isPending}
                onClick={() => (link ? setQuestion('remake') : making.mutate())}
              >
                {making.isPending ? labels.making : link ? labels.remake : labels.make}
              </Button>
            </>
          )}
        </DialogActions>
      </FormDialog>
      {question && (
        <QuestionDialog
          title={question === 'revoke' ? labels.revokeTitle : labels.remakeTitle}
          text={question === 'revoke' ? labels.revokeText : labels.remakeText}
          confirmLabel={question === 'revoke' ? labels.revoke : labels.remake}
          isDanger={question === 'revoke'}
          onConfirm={() => {
            setQuestion(null);
            if (question === 'revoke') revoking.mutate();
            else making.mutate();
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function LinkFacts({ link }: { link: NonNullable<Guardian['link']> }) {
  const isOver = new Date(link.expires_at) <= useNow();
  return (
    <Facts>
      <Fact name={labels.madeOn}>
        <InlineMoment value={link.created_at} />
      </Fact>
      <Fact name={labels.usedOn}>
        {link.last_used_at === null ? labels.neverUsed : <InlineMoment value={link.last_used_at} />}
      </Fact>
      <Fact name={labels.endsOn}>{isOver ? labels.over : <InlineMoment value={link.expires_at} />}</Fact>
    </Facts>
  );
}

interface MadeLinkProps {
  answer: NewGuardianLink & { page_address: string };
  phone: string | null;
}

/** A repeated call after a lost answer gets no secrets. */
function MadeLink({ answer, phone }: MadeLinkProps) {
  const { guardian_id, link_code, link_pin, page_address } = answer;
  if (link_code === null || link_pin === null) return <Alert severity="warning">{labels.lost}</Alert>;
  return (
    <NewLink link={{ guardian_id, link_code, link_pin }} address={page_address + link_code} phone={phone} />
  );
}
