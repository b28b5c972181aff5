import ExpandMore from '@mui/icons-material/ExpandMore';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Box,
  Button,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Typography,
} from '@mui/material';
import { Fragment, useState } from 'react';
import { useReference } from 'react-admin';
import type { AuditEntry, AuditRow } from '../../../contract/audit';
import {
  ageGroupNames,
  defaultRecordKindNames,
  excuseReasonNames,
  guardianRelationNames,
  noteKindNames,
  recordResultNames,
  roleLabels,
  sectionNames,
  studentStatusNames,
} from '../../../contract/vocabulary';
import { audit } from '../../i18n/ar/audit';
import { calendar } from '../../i18n/ar/calendar';
import { enrolments } from '../../i18n/ar/enrolments';
import { announcements } from '../../i18n/ar/families/announcements';
import { excuses } from '../../i18n/ar/families/excuses';
import { countryName } from '../../i18n/countryName';
import { tableName } from '../../i18n/tableName';
import { t } from '../../i18n/text';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { Moment, InlineMoment } from '../../ui/page/Moment';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { fieldLabel } from './AuditFacts';
import {
  type RowChange,
  rowChange,
  type FieldChange,
  fieldChanges,
  recordName,
  findOwners,
  type Value,
} from './difference';

const colours = { created: 'success', updated: 'info', deleted: 'error' } as const;

interface AuditRowPanelProps {
  entry: Pick<AuditEntry, 'performed_at' | 'user_name'>;
  row: AuditRow;
  isOpenAtFirst: boolean;
}

/** Shows the time of the row if it differs from the operation's time. */
export function AuditRowPanel({ entry, row, isOpenAtFirst }: AuditRowPanelProps) {
  const change = rowChange(row);
  const hasOwnTime = row.performed_at !== entry.performed_at;
  return (
    <Accordion
      variant="outlined"
      disableGutters
      defaultExpanded={isOpenAtFirst}
      sx={{ '&::before': { display: 'none' }, '& + &': { borderTop: 0 } }}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h4' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography component="span" color="text.secondary">
            {tableName(row.table_name)}
          </Typography>
          <Typography component="span" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
            <RowName row={row} />
          </Typography>
          {change !== 'unknown' && (
            <Chip
              component="span"
              size="small"
              variant="outlined"
              color={colours[change]}
              label={t(`audit.${change}`)}
            />
          )}
          {hasOwnTime && (
            <SecondaryText component="span" variant="caption">
              <InlineMoment value={row.performed_at} />
              {row.user_name !== entry.user_name && (
                <>
                  {' · '}
                  <bdi>{row.user_name}</bdi>
                </>
              )}
            </SecondaryText>
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pt: 0 }}>
        {change === 'unknown' ? (
          <Typography color="text.secondary">{t('audit.expiredValues')}</Typography>
        ) : (
          <Difference row={row} change={change} />
        )}
      </AccordionDetails>
    </Accordion>
  );
}

/** Shows the name of the record, or the names of its owners, or its number. */
function RowName({ row }: { row: AuditRow }) {
  const name = recordName(row);
  if (name !== null) return <bdi>{name}</bdi>;
  const owners = findOwners(row);
  if (owners.length === 0) return t('audit.rowId', { id: row.row_id });
  return owners.map((owner, index) => (
    <Fragment key={owner.column}>
      {index > 0 && ' · '}
      <FieldValue table={row.table_name} {...owner} />
    </Fragment>
  ));
}

interface DifferenceProps {
  row: AuditRow;
  change: Exclude<RowChange, 'unknown'>;
}

/** A button shows the unchanged or empty fields. */
function Difference({ row, change }: DifferenceProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const fields = fieldChanges(row);
  const relevantFields = fields.filter(({ isRelevant }) => isRelevant);
  const visibleFields = isExpanded ? fields : relevantFields;
  const hiddenCount = fields.length - relevantFields.length;
  const isUpdate = change === 'updated';
  const showLabel = isUpdate ? 'audit.showUnchanged' : 'audit.showEmpty';
  return (
    <Box>
      {row.hidden_changes.length > 0 && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {t('audit.confidentialChange', {
            fields: row.hidden_changes
              .map((column) => fieldLabel(row.table_name, column))
              .join(t('ui.comma')),
          })}
        </Typography>
      )}
      {relevantFields.length === 0 && row.hidden_changes.length === 0 && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {t('audit.hiddenChange')}
        </Typography>
      )}
      {visibleFields.length > 0 && (
        <Table
          size="small"
          aria-label={`${tableName(row.table_name)}: ${t(`audit.${change}`)}`}
          sx={{ tableLayout: 'fixed', '& td, & th': { px: 1, overflowWrap: 'anywhere' } }}
        >
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: '30%' }}>{t('audit.field')}</TableCell>
              {isUpdate ? (
                <>
                  <TableCell>{t('audit.before')}</TableCell>
                  <TableCell>{t('audit.after')}</TableCell>
                </>
              ) : (
                <TableCell>{t('audit.value')}</TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {visibleFields.map((field) => (
              <FieldLine key={field.column} table={row.table_name} field={field} change={change} />
            ))}
          </TableBody>
        </Table>
      )}
      {hiddenCount > 0 && (
        <Button
          size="small"
          onClick={() => setIsExpanded(!isExpanded)}
          aria-expanded={isExpanded}
          sx={{ mt: 1 }}
        >
          {isExpanded ? t('audit.hideOthers') : t(showLabel, { smart_count: hiddenCount })}
        </Button>
      )}
    </Box>
  );
}

interface FieldLineProps {
  table: string;
  field: FieldChange;
  change: DifferenceProps['change'];
}

function FieldLine({ table, field: { column, before, after, isRelevant }, change }: FieldLineProps) {
  const isUpdate = change === 'updated';
  const sides = isUpdate ? ([before, after] as const) : ([change === 'created' ? after : before] as const);
  return (
    <TableRow sx={{ verticalAlign: 'top' }}>
      <TableCell component="th" scope="row" sx={{ color: 'text.secondary', fontWeight: 400 }}>
        <bdi>{fieldLabel(table, column)}</bdi>
      </TableCell>
      {sides.map((value, side) => (
        <TableCell
          key={side}
          data-changed={isRelevant}
          sx={isUpdate && isRelevant ? changedCellStyles[side] : {}}
        >
          <FieldValue table={table} column={column} value={value} />
        </TableCell>
      ))}
    </TableRow>
  );
}

/** The colours are only a hint, because the column headers give the same information. */
const changedCellStyles = [
  { bgcolor: (theme: Theme) => theme.colours.errorTint },
  { bgcolor: (theme: Theme) => theme.colours.successTint, fontWeight: 600 },
];

const references: Partial<Record<string, { resource: string; name: string }>> = {
  program_row_id: { resource: 'programs', name: 'program_name' },
  batch_id: { resource: 'batches', name: 'batch_name' },
  subject_id: { resource: 'subjects', name: 'name' },
  student_row_id: { resource: 'students', name: 'full_name' },
  first_row_id: { resource: 'students', name: 'full_name' },
  second_row_id: { resource: 'students', name: 'full_name' },
  user_id: { resource: 'users', name: 'name' },
  teacher_id: { resource: 'users', name: 'name' },
  guardian_id: { resource: 'guardians', name: 'name' },
};
/** The key is a column, or a table and its column. */
const valueLabels: Partial<Record<string, Partial<Record<string, string>>>> = {
  role: roleLabels,
  teacher_scope: audit.teacherScopes,
  section: sectionNames,
  age_group: ageGroupNames,
  relation: guardianRelationNames,
  question_type: audit.questionTypes,
  began_as: enrolments.beganAs,
  ended_as: enrolments.endedAs,
  'student_statuses.status': studentStatusNames,
  'holidays.kind': calendar.kinds,
  'announcements.role': announcements.form.roles,
  'excuses.state': excuses.stateOf,
  'excuses.reason': excuseReasonNames,
  'behaviour_notes.kind': noteKindNames,
  'note_categories.kind': noteKindNames,
  'daily_records.kind': defaultRecordKindNames,
  'daily_records.result': recordResultNames,
};
const booleanColumns = /^(is_|must_|require_|allow_|needs_|excludes_|can_|for_)|_enabled$|^teachers_contact_/;
const listColumns = new Set(['curriculum_items', 'filter', 'sort', 'confirmed_years']);
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Shows names instead of row numbers, yes and no, and both calendars. */
function FieldValue({ table, column, value }: { table: string; column: string; value: Value }) {
  if (value === null || value === '') return t('ui.empty');
  const reference = references[column];
  if (reference && typeof value === 'number') return <ReferenceName {...reference} id={value} />;
  if (booleanColumns.test(column)) return t(Number(value) === 0 ? 'ui.no' : 'ui.yes');
  const text = String(value);
  if (table === 'settings' && column === 'country') return countryName(text);
  if (dayPattern.test(text)) return <BothDates value={text} />;
  if (timePattern.test(text)) return <Moment value={text} />;
  if (typeof value === 'number') return <Isolated>{value}</Isolated>;
  return (
    <bdi>
      {(valueLabels[`${table}.${column}`] ?? valueLabels[column])?.[text] ??
        (listColumns.has(column) ? formatList(text) : text)}
    </bdi>
  );
}

/** Shows the current name of a record, or its number if the record was deleted. */
function ReferenceName({ resource, name, id }: { resource: string; name: string; id: number }) {
  const { referenceRecord, isPending } = useReference({ reference: resource, id });
  if (isPending) return t('ui.loading');
  const label: unknown = referenceRecord?.[name];
  return <bdi>{label ? String(label) : t('audit.rowId', { id })}</bdi>;
}

function formatList(json: string): string {
  try {
    const parsed: unknown = JSON.parse(json);
    if (Array.isArray(parsed)) return parsed.join(t('ui.comma'));
    const pairs = Object.entries((parsed ?? {}) as Record<string, unknown>);
    return pairs.map(([name, value]) => `${name}: ${String(value)}`).join(t('ui.comma'));
  } catch {
    return json;
  }
}
