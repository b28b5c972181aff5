import DriveFileMove from '@mui/icons-material/DriveFileMoveOutlined';
import HowToReg from '@mui/icons-material/HowToRegOutlined';
import { Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { maxMovedStudents } from '../../../contract/students/enrolments';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { useAddress } from '../../ui/page/useAddress';
import type { ChosenStudents } from './EnrolmentDialogs';

const loadDialogs = () => import('./EnrolmentDialogs');
const MoveDialog = lazyDialog(async () => ({ default: (await loadDialogs()).MoveDialog }));
const StatusDialog = lazyDialog(async () => ({ default: (await loadDialogs()).StatusDialog }));

interface EnrolmentButtonsProps extends ChosenStudents {
  isDisabled?: boolean;
  onDone?: () => void;
}

export function EnrolmentButtons({ isDisabled = false, onDone, ...chosen }: EnrolmentButtonsProps) {
  const [openDialog, setOpenDialog] = useState<'move' | 'status' | null>(null);
  useMoveAddress(chosen.name !== undefined, () => setOpenDialog('move'));
  const isLocked = isDisabled || chosen.ids.length === 0 || chosen.ids.length > maxMovedStudents;
  const dialog = { ...chosen, onDone: () => onDone?.(), onClose: () => setOpenDialog(null) };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DriveFileMove />}
        disabled={isLocked}
        onClick={() => setOpenDialog('move')}
      >
        {t('enrolments.move')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<HowToReg />}
        disabled={isLocked}
        onClick={() => setOpenDialog('status')}
      >
        {t('enrolments.changeStatus')}
      </Button>
      {openDialog === 'move' && <MoveDialog {...dialog} />}
      {openDialog === 'status' && <StatusDialog {...dialog} />}
    </>
  );
}

/** `?action=move` opens the dialog once: the search box links to it. */
function useMoveAddress(isOneStudent: boolean, onMove: () => void) {
  const [address, changeAddress] = useAddress();
  const isRequested = isOneStudent && address.get('action') === 'move';
  const open = useEffectEvent(() => {
    changeAddress((params) => params.delete('action'));
    onMove();
  });
  useEffect(() => {
    if (isRequested) open();
  }, [isRequested]);
}
