import Delete from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';

interface RemoveButtonProps {
  label: string;
  isDisabled: boolean;
  onRemove: () => void;
}

/** Deletes the record of a form, at the end of its fields. */
export const RemoveButton = ({ label, isDisabled, onRemove }: RemoveButtonProps) => (
  <Button
    color="error"
    startIcon={<Delete />}
    disabled={isDisabled}
    onClick={onRemove}
    sx={{ alignSelf: 'flex-start' }}
  >
    {label}
  </Button>
);
