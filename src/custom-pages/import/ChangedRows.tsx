import { Alert, Box, Button, Checkbox, Chip, Typography } from '@mui/material';
import { useId, useState } from 'react';
import {
  ageGroupNames,
  type ImportType,
  offeringStatusNames,
  sectionNames,
} from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { RecordRows } from '../../ui/list/RecordRow';
import { SecondaryText } from '../../ui/page/SecondaryText';
import {
  type ChangedRow,
  changeKey,
  changeKinds,
  type ChangeKind,
  hasBatchChange,
  rowsOfKind,
} from './importChanges';
import { fieldName } from './fields';

interface ChangedRowsProps {
  type: ImportType;
  rows: readonly ChangedRow[];
  /** Indexes of the rows that the user took out of the import. */
  leftOut: ReadonlySet<number>;
  onInclude: (rows: readonly ChangedRow[], isIncluded: boolean) => void;
  /** Keys of the changes that leave the student in his batch. */
  staying: ReadonlySet<string>;
  /** Null: the server cannot leave a student in his batch. */
  onStay: ((rows: readonly ChangedRow[], isStaying: boolean) => void) | null;
}

const rowsPerStep = 50;

/** Lists every stored value that the import will replace. The user can take rows out of the import. */
export function ChangedRows({ type, rows, leftOut, onInclude, staying, onStay }: ChangedRowsProps) {
  const titleId = useId();
  const [kind, setKind] = useState<ChangeKind | null>(null);
  const [shownCount, setShownCount] = useState(rowsPerStep);
  if (rows.length === 0) return null;
  const chosenRows = rowsOfKind(rows, kind);
  const isAnyIncluded = chosenRows.some(({ index }) => !leftOut.has(index));
  const moves = onStay ? rowsOfKind(rows, 'moves').filter(hasBatchChange) : [];
  const isAnyMoving = moves.some((row) => !staying.has(changeKey(row)));
  return (
    <section aria-labelledby={titleId}>
      <Box sx={headStyle}>
        <Typography id={titleId} variant="h3" sx={{ flex: 1 }}>
          {t('imports.changes.title', { smart_count: rows.length })}
          {leftOut.size > 0 && (
            <SecondaryText component="span">
              {' · '}
              {t('imports.changes.leftOut', { count: leftOut.size })}
            </SecondaryText>
          )}
        </Typography>
        {moves.length > 1 && (
          <Button size="small" onClick={() => onStay?.(moves, isAnyMoving)}>
            {t(isAnyMoving ? 'imports.changes.leaveAllInBatch' : 'imports.changes.moveAll', {
              smart_count: moves.length,
            })}
          </Button>
        )}
        <Button size="small" onClick={() => onInclude(chosenRows, !isAnyIncluded)}>
          {t(isAnyIncluded ? 'imports.changes.leaveAllOut' : 'imports.changes.includeAll')}
        </Button>
      </Box>
      {rows.some((row) => row.kind === 'persons') && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('imports.changes.personsNote')}
        </Alert>
      )}
      <KindChips rows={rows} kind={kind} titleId={titleId} onChange={setKind} />
      <RecordRows sx={rowsStyle}>
        {chosenRows.slice(0, shownCount).map((row) => (
          <ChangedRowItem
            key={row.index}
            type={type}
            row={row}
            isIncluded={!leftOut.has(row.index)}
            onInclude={(isIncluded) => onInclude([row], isIncluded)}
            isStaying={staying.has(changeKey(row))}
            onStay={onStay && hasBatchChange(row) ? (isStaying) => onStay([row], isStaying) : null}
          />
        ))}
      </RecordRows>
      {chosenRows.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + rowsPerStep)} sx={{ mt: 1 }}>
          {t('imports.showMore')}
        </Button>
      )}
    </section>
  );
}

interface KindChipsProps {
  rows: readonly ChangedRow[];
  kind: ChangeKind | null;
  titleId: string;
  onChange: (kind: ChangeKind | null) => void;
}

function KindChips({ rows, kind, titleId, onChange }: KindChipsProps) {
  const kinds = changeKinds.filter((one) => rows.some((row) => row.kind === one));
  if (kinds.length < 2) return null;
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
      {[null, ...kinds].map((one) => (
        <Chip
          key={one}
          component="button"
          aria-pressed={one === kind}
          color={one === kind ? 'primary' : 'default'}
          variant={one === kind ? 'filled' : 'outlined'}
          label={t('imports.changes.ofKind', {
            kind: t(`imports.changes.kinds.${one ?? 'all'}`),
            count: rowsOfKind(rows, one).length,
          })}
          onClick={() => onChange(one)}
        />
      ))}
    </Box>
  );
}

interface ChangedRowItemProps {
  type: ImportType;
  row: ChangedRow;
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
  isStaying: boolean;
  onStay: ((isStaying: boolean) => void) | null;
}

/** A student who stays in his batch also stays in its programme and in his circle. */
export const isNoMove = ({ field }: ChangedRow['changes'][number]): boolean =>
  !['batch_name', 'program_name', 'circle_name'].includes(field);

function ChangedRowItem({ type, row, isIncluded, onInclude, isStaying, onStay }: ChangedRowItemProps) {
  const { line, record, changes } = row;
  return (
    <Box component="li" sx={isIncluded ? undefined : leftOutStyle}>
      <Checkbox
        checked={isIncluded}
        onChange={(_, checked) => onInclude(checked)}
        slotProps={{ input: { 'aria-label': t('imports.changes.include', { line, record }) } }}
      />
      <div>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
          <Typography component="bdi" variant="body2" sx={{ fontWeight: 600 }}>
            {record}
          </Typography>
          <SecondaryText component="span" variant="caption" className="figure">
            {t('imports.line', { line })}
          </SecondaryText>
        </Box>
        <ChangeLines type={type} changes={isStaying ? changes.filter(isNoMove) : changes} />
        {onStay && isIncluded && (
          <Button size="small" onClick={() => onStay(!isStaying)}>
            {t(isStaying ? 'imports.changes.moveAfterAll' : 'imports.changes.leaveInBatch')}
          </Button>
        )}
      </div>
    </Box>
  );
}

interface ChangeLinesProps {
  type: ImportType;
  changes: ChangedRow['changes'];
}

/** The words for stored keys, by field. */
const keyNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  section: sectionNames,
  age_group: ageGroupNames,
  status: offeringStatusNames,
};
const valueName = (field: string, value: string | null): string =>
  value === null ? t('ui.empty') : (keyNames[field]?.[value] ?? value);

/** One line for each field: stored and new value. */
export const ChangeLines = ({ type, changes }: ChangeLinesProps) =>
  changes.map(({ field, from, to }) => (
    <Typography key={field} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {fieldName(type, field)}: <bdi>{valueName(field, from)}</bdi> {'\u2190'}{' '}
      <bdi>{valueName(field, to)}</bdi>
    </Typography>
  ));

const headStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 } as const;

const leftOutStyle = { '& > div': { color: 'text.secondary' } } as const;

const rowsStyle = {
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: 1, px: 1, py: 0.5 },
  '& > li > div': { py: 1, minWidth: 0 },
} as const;
