import MenuBook from '@mui/icons-material/MenuBookOutlined';
import { Card, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { memo } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind } from '../../../contract/vocabulary';
import { FaultsButton } from '../../features/hearing/FaultCounters';
import { parseFaults, formatFaults } from '../../features/hearing/hearing';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { AgainChip, HeardChips } from './Kinds';
import { carryOn, CarryOnChip, PreviousRecord } from './PreviousRecord';
import {
  type Column,
  columns,
  contentRanges,
  type Edits,
  type Entry,
  hasKinds,
  isFixedList,
  isRecorded,
  type KeyedRecord,
  type RowEdit,
  rowOf,
} from './dailyModel';
import { LevelCell, moveByKey, NumberCell, PortionCell, ResultCell, TextCell } from './RowFields';

export interface DailyRowsProps extends RowActions {
  /** The rows that match the search, with their number among all rows, and the student's other kinds of that day. */
  found: readonly (KeyedRecord & { place: number; heard: string })[];
  edits: Edits;
  entry: Entry;
  date: string;
  /** The open card, on a phone. */
  openKey: string | null;
  onOpen: (key: string | null) => void;
}

const widths = {
  recordContent: 'auto',
  pagesCount: 68,
  performanceLevel: 104,
  mistakesCount: 74,
  teacherNotes: '11%',
  result: 80,
};

/** Columns if the server stores a result. */
const columnsWithResult = [
  'recordContent',
  'pagesCount',
  'performanceLevel',
  'mistakesCount',
  'result',
  'teacherNotes',
] as const;

export function DailyTable({
  found,
  edits,
  entry,
  date,
  openKey: _,
  onOpen: __,
  ...actions
}: DailyRowsProps) {
  const shown = useFirstRows(found);
  const canCarryOn = found.some(({ record }) => carryOn(record, entry) !== null);
  const isKinds = found.some(({ record }) => hasKinds(record));
  // Where more may be heard during the day the place is there from the beginning.
  const hasBefore = isKinds || found.some(({ record }) => record.previous || carryOn(record, entry));
  return (
    <div>
      <SecondaryText variant="caption" component="p" sx={keysLook}>
        {t('dailyRecords.keys')} {t('dailyRecords.keysMushaf')} {canCarryOn && t('dailyRecords.keysCarryOn')}{' '}
        {isKinds && t('hearing.keysFaults')}
      </SecondaryText>
      <Card sx={{ overflow: { xs: 'auto', lg: 'clip' } }}>
        <Table size="small" stickyHeader aria-label={t('dailyRecords.list')} onKeyDown={moveByKey} sx={look}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 32 }}>{t('ui.index')}</TableCell>
              <TableCell sx={{ width: '15%' }}>{t('labels.studentName')}</TableCell>
              {hasBefore && <TableCell sx={{ width: '18%' }}>{t('dailyRecords.before')}</TableCell>}
              {(isKinds ? columnsWithResult : columns).map((column) => (
                <TableCell key={column} sx={{ width: widths[column] }}>
                  {t(`dailyRecords.columns.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          {shown.map(({ key, ...row }) => (
            <DailyRow
              key={key}
              rowKey={key}
              {...row}
              edit={edits[key]}
              entry={entry}
              date={date}
              hasBefore={hasBefore}
              {...actions}
            />
          ))}
        </Table>
      </Card>
    </div>
  );
}

// A touch keyboard does not have these keys.
const keysLook = { '@media (pointer: coarse)': { display: 'none' } };

/** One line for each student, of which a field that is typed in may take more; 48 pixels for a finger. */
const look = {
  tableLayout: 'fixed',
  minWidth: 800,
  '& th, & td': { px: 0.5, py: 0 },
  '& thead th': { height: 36, lineHeight: 1.25, whiteSpace: 'normal', top: { lg: sizes.topBar } },
  '& tbody tr': { height: 40, '@media (pointer: coarse)': { height: 48 } },
  '& .number': { textAlign: 'center', color: 'text.secondary' },
  '& .name, & .before': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .name': { fontWeight: 600 },
  '& .before > *': { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 },
  '& .before .MuiChip-root': { flexShrink: 0, maxWidth: '62%', minHeight: 24, height: 24 },
  '& .before .MuiChip-label': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .before .MuiTypography-root': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .MuiInputBase-root': { fontSize: '0.9375rem' },
  '& .MuiInputBase-input': { py: 0.25 },
  '& .MuiInputBase-multiline': { minHeight: 34 },
  // Of a long text the first line, until somebody comes to it.
  '& textarea:not(:focus)': { height: '1.75em !important', overflow: 'hidden !important' },
} as const;

interface RowActions {
  onType: (key: string, record: DailyRecord, column: Column, text: string) => void;
  onFill: (key: string, record: DailyRecord, recordContent: string, pages: number | null) => void;
  onMushaf: (key: string) => void;
  /** Opens what the student has recited today, and a further recitation. */
  onRecitations: (key: string) => void;
  /** Opens another kind at the same student. */
  onKind: (kind: RecordKind, key: string) => void;
}

export interface DailyRowProps extends RowActions {
  rowKey: string;
  /** Its number among all students of the batch, from 1. */
  place: number;
  record: DailyRecord;
  /** What the student recited in other kinds. */
  heard: string;
  /** Whether there is a place for what was before. */
  hasBefore?: boolean;
  edit: RowEdit | undefined;
  entry: Entry;
  date: string;
}

/** One student: the last record and where to carry on, and the fields. Drawn anew only when it changes. */
const DailyRow = memo(function DailyRow(props: DailyRowProps) {
  const { rowKey, place, record, heard, hasBefore, edit, entry, date } = props;
  const { onType, onFill, onMushaf, onRecitations, onKind } = props;
  const row = rowOf(record, edit, entry);
  const { studentName, previous } = record;
  const proposal = row.texts.recordContent.trim() === '' ? carryOn(record, entry) : null;
  const isKinds = hasKinds(record);
  const fields = {
    studentName,
    row,
    entry,
    isPhone: false,
    isLocked: record.count > 1 && row.changed.length === 0,
    onType: (column: Column, text: string) => onType(rowKey, record, column, text),
  };
  const mushaf = (
    <IconAction
      title={t('dailyRecords.mushaf')}
      label={t('dailyRecords.mushafOf', { student: studentName })}
      size="small"
      data-action="mushaf"
      tabIndex={-1}
      onClick={() => onMushaf(rowKey)}
    >
      <MenuBook fontSize="small" />
    </IconAction>
  );
  return (
    <TableBody
      data-row={rowKey}
      sx={row.changed.length > 0 ? { backgroundColor: (theme) => theme.colours.warningTint } : undefined}
    >
      <TableRow>
        <TableCell className="number">
          <Isolated>{place}</Isolated>
        </TableCell>
        <TableCell component="th" scope="row" className="name" title={studentName}>
          {studentName}
        </TableCell>
        {hasBefore && (
          <TableCell className="before">
            <div>
              {proposal && (
                <CarryOnChip
                  proposal={proposal}
                  studentName={studentName}
                  isPhone={false}
                  onTake={() => onFill(rowKey, record, proposal.recordContent, proposal.pages)}
                />
              )}
              <AgainChip
                record={record}
                isRecorded={isRecorded(record, entry)}
                onOpen={() => onRecitations(rowKey)}
              />
              <HeardChips heard={heard} onKind={(kind) => onKind(kind, rowKey)} />
              {previous && <PreviousRecord previous={previous} date={date} />}
            </div>
          </TableCell>
        )}
        <TableCell>
          {isFixedList(entry) ? (
            <PortionCell {...fields} end={mushaf} />
          ) : (
            <TextCell {...fields} column="recordContent" end={mushaf} />
          )}
        </TableCell>
        <TableCell>
          <NumberCell {...fields} column="pagesCount" />
        </TableCell>
        <TableCell>
          <LevelCell {...fields} />
        </TableCell>
        <TableCell>
          <NumberCell
            {...fields}
            column="mistakesCount"
            isLocked={fields.isLocked || row.texts.faults !== ''}
            end={
              isKinds &&
              !fields.isLocked && (
                <FaultsButton
                  studentName={studentName}
                  kinds={entry.judging?.kinds ?? []}
                  faults={parseFaults(row.texts.faults)}
                  ranges={contentRanges(row.texts.recordContent, entry)}
                  onChange={(faults) => fields.onType('faults', formatFaults(faults))}
                />
              )
            }
          />
        </TableCell>
        {isKinds && (
          <TableCell>
            <ResultCell {...fields} />
          </TableCell>
        )}
        <TableCell>
          <TextCell {...fields} column="teacherNotes" />
        </TableCell>
      </TableRow>
    </TableBody>
  );
});
