import Box from '@mui/material/Box';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { ColumnsDialog } from './ColumnsDialog';
import type { RunState } from './sending/runState';
import { SheetCard } from './SheetCard';
import type { SheetLine, SheetsFlow } from './useSheetsFlow';

interface SheetListProps {
  flow: SheetsFlow;
  /** Once the import has begun. */
  state: RunState | null;
}

/** The sheets of a file with their states. */
export function SheetList({ flow, state }: SheetListProps) {
  const t = useText();
  const [open, setOpen] = useState<SheetLine | null>(null);
  const progressOf = ({ type, isSelected }: SheetLine) =>
    (isSelected && state?.parts.find((part) => part.type === type)) || null;
  return (
    <>
      <Box
        component="ul"
        aria-label={t('importsEnd.sheetsTitle')}
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1.5 }}
      >
        {flow.lines.map((line) => (
          <SheetCard
            key={line.at}
            line={line}
            progress={progressOf(line)}
            hasBegun={state !== null}
            onSelect={(isSelected) => flow.select(line.at, isSelected)}
            onColumns={() => setOpen(line)}
          />
        ))}
      </Box>
      {open && (
        <ColumnsDialog
          line={open}
          onClose={() => setOpen(null)}
          fieldsOf={flow.fieldsOf}
          onDone={(sheet, fields) => {
            setOpen(null);
            void flow.setFields(open, sheet, fields);
          }}
        />
      )}
    </>
  );
}
