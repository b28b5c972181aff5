import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import { FormDialog } from '../../../ui/dialog/FormDialog';

/** A dialog whose settings are being read. */
export const WaitingDialog = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <FormDialog isOpen title={title} onClose={onClose} maxWidth="md">
    <DialogContent aria-busy>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={56} />
      ))}
    </DialogContent>
  </FormDialog>
);
