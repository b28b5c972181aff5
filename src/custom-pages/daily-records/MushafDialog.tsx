import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useEffect, useRef, useState } from 'react';
import { type MushafRange as Range, nextAfter } from '../../../contract/rules/mushaf';
import { parseRange } from '../../../contract/rules/mushafText';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { MushafRange } from './MushafRange';
import { filledBy } from './useMushafRange';

interface MushafDialogProps {
  studentName: string;
  /** The text of the record; a range that it names is where the choice begins. */
  content: string;
  lastRange: Range | null | undefined;
  onApply: (recordContent: string, pages: number | null) => void;
  onClose: () => void;
}

/** Chooses a range of the mushaf for one record; nothing is filled in before it is applied. */
export function MushafDialog({ studentName, onClose, ...choice }: MushafDialogProps) {
  const t = useText();
  const [isTouched, setIsTouched] = useState(false);
  return (
    <FormDialog
      isOpen
      title={t('dailyRecords.mushafOf', { student: studentName })}
      isDirty={isTouched}
      onClose={onClose}
    >
      <Choice {...choice} onTouch={() => setIsTouched(true)} onClose={onClose} />
    </FormDialog>
  );
}

function Choice({
  content,
  lastRange,
  onApply,
  onTouch,
  onClose,
}: Omit<MushafDialogProps, 'studentName'> & { onTouch: () => void }) {
  const t = useText();
  const fields = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(() => parseRange(content));
  useEffect(() => fields.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const apply = () => {
    const { recordContent, pagesCount } = filledBy(range);
    onApply(recordContent, pagesCount);
  };
  return (
    <>
      <DialogContent>
        <Box ref={fields} sx={{ pt: 1 }}>
          <MushafRange
            value={range}
            start={lastRange ? nextAfter(lastRange) : null}
            onChange={(chosen) => {
              setRange(chosen);
              onTouch();
            }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" disabled={range === null} onClick={apply}>
          {t('dailyRecords.apply')}
        </Button>
      </DialogActions>
    </>
  );
}
