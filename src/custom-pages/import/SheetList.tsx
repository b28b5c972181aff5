import {
  Box,
  Button,
  Checkbox,
  Chip,
  CircularProgress,
  DialogActions,
  DialogContent,
  Stack,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import type { PartProgress, RunState } from '../../features/import/runState';
import { outlineAtHeader } from '../../features/import/sheet';
import { recordFields } from '../../features/import/subjectColumns';
import { importReview as labels } from '../../i18n/ar/import/importReview';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { fieldName, unfilledFields } from './fields';
import { sentValues } from './fileValues';
import { FileValuesForm } from './FileValuesForm';
import { changeField, changeValues, keepChosenValues, type Mapping, outlineOf } from './mapping';
import { ColumnMatching, HeaderChoice } from './MappingStep';
import { isMarkMissing, SubjectMarks } from './SubjectMarks';
import type { ReadableSheet } from './ImportWorker';
import { countExcludedLines } from './ReviewedLines';
import { joinHeader } from './useProposals';
import type { SheetItem, SheetsFlow } from './useSheetsFlow';

interface SheetListProps {
  flow: SheetsFlow;
  /** Null before the import starts. */
  state: RunState | null;
}

export function SheetList({ flow, state }: SheetListProps) {
  const [openItem, setOpenItem] = useState<SheetItem | null>(null);
  const findProgress = ({ type, isSelected }: SheetItem) =>
    (isSelected && state?.parts.find((part) => part.type === type)) || null;
  return (
    <>
      <Box
        component="ul"
        aria-label={t('importsEnd.sheetsTitle')}
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1.5 }}
      >
        {flow.items.map((item) => (
          <SheetCard
            key={item.index}
            item={item}
            progress={findProgress(item)}
            hasBegun={state !== null}
            onSelect={(isSelected) => flow.select(item.index, isSelected)}
            onColumns={() => setOpenItem(item)}
          />
        ))}
      </Box>
      {openItem && (
        <ColumnsDialog
          item={openItem}
          onClose={() => setOpenItem(null)}
          proposals={flow.proposals}
          onSave={(sheet, mapping) => {
            setOpenItem(null);
            void flow.setMapping(openItem, sheet, mapping);
          }}
        />
      )}
    </>
  );
}

interface SheetCardProps {
  item: SheetItem;
  progress: PartProgress | null;
  hasBegun: boolean;
  onSelect: (isSelected: boolean) => void;
  onColumns: () => void;
}

const colours = { pending: 'default', loading: 'info', success: 'success', error: 'error' } as const;

/** A sheet with an error cannot be selected. */
export function SheetCard({ item, progress, hasBegun, onSelect, onColumns }: SheetCardProps) {
  const { name, type, sheet, summary, problem } = item;
  const values = type ? sentValues(type, item.mapping.fields, item.mapping.values) : {};
  const unfilledNames = type
    ? unfilledFields(type, recordFields(item.mapping.fields, values)).map(({ field }) =>
        fieldName(type, field),
      )
    : [];
  const excludedCount = summary ? countExcludedLines(summary) : 0;
  const valueTexts = Object.entries(values).map(([field, value]) =>
    t('imports.fileValues.one', { field: type ? fieldName(type, field) : field, value }),
  );
  const state = progress?.state ?? item.state;
  const isBlocked = state === 'error' || item.state === 'error' || hasBegun;
  const stateKey = state === 'pending' && !hasBegun ? 'ready' : state;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: 1,
        px: 1,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Checkbox
        checked={item.isSelected}
        disabled={isBlocked || item.state === 'loading'}
        onChange={(_, isSelected) => onSelect(isSelected)}
        slotProps={{ input: { 'aria-label': t('importsEnd.chooseSheet', { name }) } }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
          {sheet?.isHidden && labels.hiddenSheet}
        </Typography>
        <SecondaryText className="figure">
          {type && t('importsEnd.asType', { type: t(`imports.types.${type}`) })}
          {sheet && ` · ${t('importsEnd.sheetRows', { smart_count: sheet.rows })}`}
          {summary &&
            summary.invalid > 0 &&
            ` · ${t('importsEnd.sheetWrong', { smart_count: summary.invalid })}`}
          {excludedCount > 0 && labels.excluded(excludedCount)}
        </SecondaryText>
        {valueTexts.length > 0 && !problem && (
          <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
            {t('imports.fileValues.ofSheet', { values: valueTexts.join(t('ui.comma')) })}
          </SecondaryText>
        )}
        {unfilledNames.length > 0 && !problem && !hasBegun && (
          <Typography variant="body2" color="warning.dark">
            {t('imports.unfilledShort', { columns: unfilledNames.join(t('ui.comma')) })}
          </Typography>
        )}
        {problem && (
          <Typography variant="body2" color="error">
            {problem}
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          flexWrap: 'wrap',
          justifyContent: { xs: 'space-between', sm: 'flex-end' },
          gridColumn: { xs: '2 / -1', sm: 'auto' },
        }}
      >
        {sheet && type && !hasBegun && (
          <Button
            size="small"
            // The columns are proposed while the sheet loads.
            disabled={item.state === 'loading'}
            onClick={onColumns}
            aria-label={t('importsEnd.columnsOf', { name })}
          >
            {t('importsEnd.columns')}
          </Button>
        )}
        {state === 'loading' && <CircularProgress size={16} aria-hidden />}
        {(progress || !hasBegun) && (
          <Chip
            size="small"
            variant="outlined"
            color={colours[state]}
            label={t(`importsEnd.states.${stateKey}`)}
          />
        )}
      </Box>
    </Box>
  );
}

interface ColumnsDialogProps {
  item: SheetItem;
  proposals: SheetsFlow['proposals'];
  onSave: (sheet: ReadableSheet, mapping: Mapping) => void;
  onClose: () => void;
}

function ColumnsDialog({ item, proposals, onSave, onClose }: ColumnsDialogProps) {
  const [mapping, setMapping] = useState(item.mapping);
  const { type, name, index, sheet: readSheet } = item;
  if (!readSheet || !type) return null;
  const sheet = outlineOf(readSheet, mapping);
  const chooseHeader = async (headerAt: number) => {
    const outline = joinHeader(type, outlineAtHeader(sheet, headerAt), mapping.catalogue);
    const proposed = await proposals.propose(type, index, outline, { fileName: null });
    if (proposed) setMapping((current) => keepChosenValues(type, proposed, outline, current));
  };
  return (
    <FormDialog isOpen title={t('importsEnd.columnsOf', { name })} onClose={onClose}>
      <DialogContent>
        {/* Leaves room for the label of the first field. */}
        <Stack spacing={2} sx={{ pt: 1 }}>
          <HeaderChoice sheet={sheet} onChange={(headerAt) => void chooseHeader(headerAt)} />
          <FileValuesForm
            type={type}
            mapping={mapping}
            onChange={(changes, sources) =>
              setMapping((current) => changeValues(type, sheet.header, current, changes, sources))
            }
          />
          <SubjectMarks
            type={type}
            sheet={sheet}
            mapping={mapping}
            onChange={(markField) => setMapping((current) => ({ ...current, markField }))}
          />
          <ColumnMatching
            type={type}
            sheet={sheet}
            mapping={mapping}
            onChooseField={(column, field) =>
              setMapping((current) => changeField(type, sheet.header, current, column, field))
            }
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" disabled={isMarkMissing(mapping)} onClick={() => onSave(sheet, mapping)}>
          {t('ui.save')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
