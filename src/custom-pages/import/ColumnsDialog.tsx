import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { ColumnMatching } from './ColumnMatching';
import { HeaderChoice } from './HeaderChoice';
import { headedOutline } from './reading/sheet';
import type { ReadableSheet } from './useImportFlow';
import type { SheetLine } from './useSheetsFlow';

interface ColumnsDialogProps {
  line: SheetLine;
  fieldsOf: (type: ImportType, sheet: ReadableSheet) => (string | null)[];
  onDone: (sheet: ReadableSheet, fields: (string | null)[]) => void;
  onClose: () => void;
}

/** The columns of one sheet among several. */
export function ColumnsDialog({ line, fieldsOf, onDone, onClose }: ColumnsDialogProps) {
  const t = useText();
  const [fields, setFields] = useState(line.fields);
  const [sheet, setSheet] = useState(line.sheet);
  const { type, name } = line;
  if (!sheet || !type) return null;
  const chooseHeader = (headerAt: number) => {
    const headed = headedOutline(sheet, headerAt);
    setSheet(headed);
    setFields(fieldsOf(type, headed));
  };
  return (
    <FormDialog isOpen title={t('importsEnd.columnsOf', { name })} onClose={onClose}>
      <DialogContent>
        <Stack spacing={2}>
          <HeaderChoice sheet={sheet} onChange={chooseHeader} />
          <ColumnMatching
            type={type}
            sheet={sheet}
            fields={fields}
            onField={(column, field) =>
              setFields((all) => all.map((one, at) => (at === column ? field : one === field ? null : one)))
            }
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" onClick={() => onDone(sheet, fields)}>
          {t('ui.save')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
