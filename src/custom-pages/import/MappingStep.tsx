import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import type { ImportType } from '../../../contract/vocabulary';
import { Problem, describeProblem } from '../../features/import/Problem';
import { headerChoices, type SheetOutline } from '../../features/import/sheet';
import { importReview } from '../../i18n/ar/import/importReview';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { type ColumnNote, columnNotes } from './columnRules';
import { fieldName, fieldsFor } from './fields';
import { FileValuesForm } from './FileValuesForm';
import type { Mapping } from './mapping';
import { isMarkMissing, listSubjectOptions, SubjectMarks } from './SubjectMarks';
import type { ReadableSheet } from './ImportWorker';
import type { ImportFlow } from './useImportFlow';

export function MappingStep({ type, flow }: { type: ImportType; flow: ImportFlow }) {
  const { mapping, sheet, source, isChecking, isMatching } = flow;
  const matchedCount = mapping.fields.filter((field) => field !== null).length;
  const chosenSheet = source.sheets[mapping.sheetIndex];
  const sheetName = (index: number) =>
    source.sheets[index]?.name || t('imports.sheetNumber', { number: index + 1 });
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <Problem messages={source.problem} />
          {source.sheets.length > 1 && (
            <TextField
              select
              label={t('imports.sheet')}
              value={mapping.sheetIndex}
              onChange={(event) => flow.chooseSheet(Number(event.target.value))}
            >
              {source.sheets.map((one, index) => (
                <MenuItem key={one.position} value={index}>
                  {sheetName(index)}
                  {one.isHidden && importReview.hiddenSheet}
                </MenuItem>
              ))}
            </TextField>
          )}
          {chosenSheet && 'problem' in chosenSheet && (
            <Problem messages={[describeProblem(chosenSheet.problem)]} />
          )}
          {sheet && (
            <>
              <HeaderChoice sheet={sheet} onChange={flow.chooseHeader} />
              {/* Above the columns, because proposed values count if the user does not change them. */}
              <FileValuesForm type={type} mapping={mapping} onChange={flow.setValues} />
              <SubjectMarks type={type} sheet={sheet} mapping={mapping} onChange={flow.setMarkField} />
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
                <Typography sx={{ flex: 1, minWidth: '14rem' }} color="text.secondary">
                  {mapping.isRemembered
                    ? t('imports.remembered')
                    : t('imports.matched', { matched: matchedCount, columns: sheet.header.length })}
                </Typography>
                <Button size="small" onClick={flow.matchAgain}>
                  {t('imports.matchAgain')}
                </Button>
              </Box>
              {matchedCount === 0 && !isMatching && (
                <Alert severity="warning">{t('imports.noneMatched')}</Alert>
              )}
              <ColumnMatching type={type} sheet={sheet} mapping={mapping} onChooseField={flow.setField} />
            </>
          )}
          {(isChecking || isMatching) && <LinearProgress aria-label={t('imports.checking')} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={flow.back}>{t('ui.back')}</Button>
        <Button
          variant="contained"
          disabled={!sheet || matchedCount === 0 || isChecking || isMatching || isMarkMissing(mapping)}
          onClick={() => void flow.check()}
          autoFocus
        >
          {t(isChecking ? 'imports.checking' : 'ui.nextPage')}
        </Button>
      </DialogActions>
    </>
  );
}

interface ColumnMatchingProps {
  type: ImportType;
  sheet: ReadableSheet;
  mapping: Mapping;
  onChooseField: (column: number, field: string | null) => void;
}

/** The notes tell why the values of a column propose another field than its header, or none. */
export function ColumnMatching({ type, sheet, mapping, onChooseField }: ColumnMatchingProps) {
  const { fields } = mapping;
  const notes = columnNotes(type, sheet.header, fields, mapping.columns);
  const subjectOptions = listSubjectOptions(type, mapping);
  const columnTitle = (column: number) =>
    sheet.header[column]?.trim() || t('imports.noColumnName', { number: column + 1 });
  return (
    <Box
      component="ul"
      sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1.5 }}
    >
      {sheet.header.map((_, column) => (
        <Box
          component="li"
          // Headers may be equal or empty, so only the index identifies a column.
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
            gap: 1,
            alignItems: 'center',
            px: 2,
            py: 1.25,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap sx={{ fontWeight: 600 }}>
              <bdi>{columnTitle(column)}</bdi>
            </Typography>
            <SecondaryText noWrap>
              <bdi>{describeSamples(sheet, column) || t('ui.empty')}</bdi>
            </SecondaryText>
            <ColumnNoteText note={notes[column] ?? null} />
          </Box>
          <TextField
            select
            value={fields[column] ?? ''}
            onChange={(event) => onChooseField(column, event.target.value || null)}
            slotProps={{
              select: {
                displayEmpty: true,
                SelectDisplayProps: { 'aria-label': t('imports.columnOf', { column: columnTitle(column) }) },
              },
              htmlInput: { 'aria-label': t('imports.columnOf', { column: columnTitle(column) }) },
            }}
          >
            <MenuItem value="">
              <Typography component="span" color="text.secondary">
                {t('imports.ignore')}
              </Typography>
            </MenuItem>
            {fieldsFor(type).map((field) => (
              <MenuItem key={field} value={field}>
                {fieldName(type, field)}
              </MenuItem>
            ))}
            {subjectOptions.map(([field, name]) => (
              <MenuItem key={field} value={field}>
                {t('imports.subjectMark', { name })}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      ))}
    </Box>
  );
}

const ColumnNoteText = ({ note }: { note: ColumnNote | null }) =>
  note && (
    <Typography variant="body2" color={note === 'serialNumbers' ? 'warning.dark' : 'info.main'}>
      {t(`imports.columnNotes.${note}`)}
    </Typography>
  );

const describeSamples = ({ samples }: ReadableSheet, column: number) =>
  samples
    .map((cells) => (cells[column] ?? '').trim().slice(0, 60))
    .filter(Boolean)
    .slice(0, 2)
    .join(' · ');

function describeHeader({ headerAt, hasGroupHeads = false, firstRecords }: SheetOutline) {
  const groupLine = firstRecords[headerAt - 1]?.line;
  if (hasGroupHeads && groupLine !== undefined) return t('imports.twoHeaderLines', { line: groupLine });
  return headerAt > 0 ? t('imports.aboveHeader') : undefined;
}

interface HeaderChoiceProps {
  sheet: SheetOutline;
  onChange: (headerAt: number) => void;
}

/** Lines above the header are not imported. */
export function HeaderChoice({ sheet, onChange }: HeaderChoiceProps) {
  const choices = headerChoices(sheet);
  if (choices.length < 2) return null;
  const nonEmpty = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean);
  return (
    <TextField
      select
      label={t('imports.headerLine')}
      helperText={describeHeader(sheet)}
      value={sheet.headerAt}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{
        select: { MenuProps: { slotProps: { paper: { sx: { maxWidth: 'min(40rem, 95vw)' } } } } },
      }}
    >
      {choices.map(({ line, cells }, index) => (
        <MenuItem key={line} value={index}>
          <bdi style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {t('imports.headerOption', { line, cells: nonEmpty(cells).slice(0, 4).join(' · ').slice(0, 80) })}
          </bdi>
        </MenuItem>
      ))}
    </TextField>
  );
}
