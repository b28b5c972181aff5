import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/FormDialog';
import { ColumnMatching } from './ColumnMatching';
import type { SheetLine } from './useSheetsFlow';

interface ColumnsDialogProps {
  line: SheetLine;
  onDone: (fields: (string | null)[]) => void;
  onClose: () => void;
}

/** The columns of one sheet among several. */
export function ColumnsDialog({ line, onDone, onClose }: ColumnsDialogProps) {
  const t = useText();
  const [fields, setFields] = useState(line.fields);
  const { sheet, type, name } = line;
  if (!sheet || !type) return null;
  return (
    <FormDialog isOpen title={t('importsEnd.columnsOf', { name })} onClose={onClose}>
      <DialogContent>
        <ColumnMatching
          type={type}
          sheet={sheet}
          fields={fields}
          onField={(column, field) =>
            setFields((all) => all.map((one, at) => (at === column ? field : one === field ? null : one)))
          }
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" onClick={() => onDone(fields)}>
          {t('ui.save')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
