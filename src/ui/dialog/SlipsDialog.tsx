import Download from '@mui/icons-material/DownloadOutlined';
import { Alert, Button, DialogActions, DialogContent, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/text';
import { SecondaryText } from '../page/SecondaryText';
import { FormDialog } from './FormDialog';
import { QuestionDialog } from './QuestionDialog';

interface SlipsDialogProps {
  title: string;
  /** Says that the secrets of the slips are shown only once. */
  onceText: string;
  /** Says in the question before the close what is lost without the slips. */
  leaveText: string;
  maxWidth?: 'sm' | 'md';
  hasSlips: boolean;
  slips: { isPending: boolean; isSuccess: boolean };
  onDownload: () => void;
  /** Makes the next part of a large batch. It waits for the download of this part. */
  next?: { label: string; isPending: boolean; onNext: () => void } | undefined;
  onClose: () => void;
  /** Stands above the warning. */
  header?: ReactNode;
  children: ReactNode;
}

/** One-time secrets on slips. Closing asks first, unless the user has downloaded the slips. */
export function SlipsDialog(props: SlipsDialogProps) {
  const { title, onceText, leaveText, maxWidth = 'sm', hasSlips, slips, next, onClose } = props;
  const [isAsking, setIsAsking] = useState(false);
  const canClose = !hasSlips || slips.isSuccess;
  return (
    <>
      <FormDialog
        isOpen
        title={title}
        maxWidth={maxWidth}
        onClose={() => (canClose ? onClose() : setIsAsking(true))}
      >
        <DialogContent>
          <Stack spacing={2}>
            {props.header}
            {!canClose && <Alert severity="warning">{onceText}</Alert>}
            {props.children}
            <SecondaryText role="status">{slips.isSuccess && t('ui.slipsDone')}</SecondaryText>
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
          {next && (
            <Button
              variant="outlined"
              disabled={!canClose || next.isPending}
              aria-busy={next.isPending}
              onClick={next.onNext}
            >
              {next.label}
            </Button>
          )}
          {hasSlips && (
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={slips.isPending}
              aria-busy={slips.isPending}
              autoFocus
              onClick={props.onDownload}
            >
              {t(slips.isPending ? 'ui.slipsPending' : 'ui.slips')}
            </Button>
          )}
        </DialogActions>
      </FormDialog>
      {isAsking && (
        <WithoutSlipsQuestion text={leaveText} onLeave={onClose} onStay={() => setIsAsking(false)} />
      )}
    </>
  );
}

interface WithoutSlipsQuestionProps {
  text: string;
  onLeave: () => void;
  onStay: () => void;
}

export const WithoutSlipsQuestion = ({ text, onLeave, onStay }: WithoutSlipsQuestionProps) => (
  <QuestionDialog
    title={t('ui.withoutSlipsTitle')}
    text={text}
    onClose={onStay}
    answers={
      <>
        <Button color="error" onClick={onLeave}>
          {t('ui.withoutSlips')}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {t('ui.stayHere')}
        </Button>
      </>
    }
  />
);
