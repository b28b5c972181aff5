import MenuBook from '@mui/icons-material/MenuBookOutlined';
import { Card, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { memo } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind } from '../../../contract/vocabulary';
import { FaultsButton } from '../../features/hearing/FaultCounters';
import { parseFaults, formatFaults } from '../../features/hearing/hearing';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { RecitationsChip, OtherKindChips } from './Kinds';
import { proposePortion, ProposalChip, PreviousLine } from './PreviousRecord';
import {
  type Column,
  columns,
  contentRanges,
  type Edits,
  type EntrySettings,
  hasKinds,
  isFixedList,
  isRecorded,
  type KeyedRecord,
  type RowEdit,
  buildRow,
} from './dailyModel';
import { PortionCell } from './PortionCell';
import { LevelCell, handleTableKey, NumberCell, ResultCell, TextCell } from './RowFields';

export interface DailyRowsProps extends RowActions {
  /** `otherKinds` is JSON from `summariseOtherKinds`. */
  rows: readonly (KeyedRecord & { rowNumber: number; otherKinds: string })[];
  edits: Edits;
  settings: EntrySettings;
  date: string;
  openKey: string | null;
  onOpen: (key: string | null) => void;
}

const widths = {
  recordContent: 'auto',
  pagesCount: 64,
  performanceLevel: 100,
  mistakesCount: 74,
  teacherNotes: '9.5%',
  result: 78,
};

const columnsWithResult = [
  'recordContent',
  'pagesCount',
  'performanceLevel',
  'mistakesCount',
  'result',
  'teacherNotes',
] as const;

export default function DailyTable({
  rows,
  edits,
  settings,
  date,
  openKey: _,
  onOpen: __,
  ...actions
}: DailyRowsProps) {
  const text = useStudentText();
  const visibleRows = useFirstRows(rows);
  const hasProposals = rows.some(({ record }) => proposePortion(record, settings) !== null);
  const canHaveKinds = rows.some(({ record }) => hasKinds(record));
  const hasPrevious = rows.some(({ record }) => record.previous);
  return (
    <div>
      <SecondaryText variant="caption" component="p" sx={keyHintStyles}>
        {text('dailyRecords.keys')} {t('dailyRecords.keysMushaf')}{' '}
        {hasProposals && text('dailyRecords.keysCarryOn')} {canHaveKinds && t('hearing.keysFaults')}
      </SecondaryText>
      <Card sx={{ overflow: { xs: 'auto', lg: 'clip' } }}>
        <Table
          size="small"
          stickyHeader
          aria-label={text('dailyRecords.list')}
          onKeyDown={handleTableKey}
          sx={tableStyles}
        >
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 32 }}>{t('ui.index')}</TableCell>
              <TableCell sx={{ width: '31%' }}>
                {text('labels.studentName')}
                {hasPrevious && ` · ${t('dailyRecords.before')}`}
              </TableCell>
              {(canHaveKinds ? columnsWithResult : columns).map((column) => (
                <TableCell key={column} sx={{ width: widths[column] }}>
                  {t(`dailyRecords.columns.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          {visibleRows.map(({ key, ...row }) => (
            <DailyRow
              key={key}
              rowKey={key}
              {...row}
              edit={edits[key]}
              settings={settings}
              date={date}
              {...actions}
            />
          ))}
        </Table>
      </Card>
    </div>
  );
}

const keyHintStyles = { '@media (pointer: coarse)': { display: 'none' } };

/** A student has two lines in one row. Only a focused field may grow. */
const tableStyles = {
  tableLayout: 'fixed',
  // A narrower table would cut the ranges in their fields.
  minWidth: 930,
  '& th, & td': { px: 0.5, py: 0 },
  '& thead th': { height: 36, lineHeight: 1.25, whiteSpace: 'normal', top: { lg: sizes.topBar } },
  '& tbody tr': { height: 44, '@media (pointer: coarse)': { height: 48 } },
  '& .number': { textAlign: 'center', color: 'text.secondary' },
  '& .name > *': { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0, minHeight: 18 },
  '& .name .MuiChip-root': { flexShrink: 0, minHeight: 18, height: 18 },
  '& .name .MuiIconButton-root': { p: 0.25, my: -0.25, minHeight: 0 },
  '& .MuiInputBase-root': { fontSize: '0.9375rem' },
  '& .MuiInputBase-input': { py: 0.25 },
  '& .MuiInputBase-multiline': { minHeight: 34 },
  '& textarea:not(:focus)': { height: '1.75em !important', overflow: 'hidden !important' },
} as const;

interface RowActions {
  onType: (key: string, record: DailyRecord, column: Column, text: string) => void;
  onFill: (key: string, record: DailyRecord, recordContent: string, pages: number | null) => void;
  onOpenMushaf: (key: string) => void;
  onOpenRecitations: (key: string) => void;
  onSelectKind: (kind: RecordKind, key: string) => void;
}

export interface DailyRowProps extends RowActions {
  rowKey: string;
  /** Row number among all rows of the kind, from 1. */
  rowNumber: number;
  record: DailyRecord;
  /** JSON from `summariseOtherKinds`. */
  otherKinds: string;
  edit: RowEdit | undefined;
  settings: EntrySettings;
  date: string;
}

const DailyRow = memo(function DailyRow(props: DailyRowProps) {
  const { rowKey, rowNumber, record, otherKinds, edit, settings, date } = props;
  const { onType, onFill, onOpenMushaf, onOpenRecitations, onSelectKind } = props;
  const row = buildRow(record, edit, settings);
  const { studentName, previous } = record;
  const proposal = row.texts.recordContent.trim() === '' ? proposePortion(record, settings) : null;
  const canHaveKinds = hasKinds(record);
  const fields = {
    studentName,
    row,
    settings,
    isPhone: false,
    isLocked: record.count > 1 && row.changed.length === 0,
    onType: (column: Column, text: string) => onType(rowKey, record, column, text),
  };
  const contentActions = (
    <>
      {proposal && (
        <ProposalChip
          proposal={proposal}
          studentName={studentName}
          isPhone={false}
          onAccept={() => onFill(rowKey, record, proposal.recordContent, proposal.pages)}
        />
      )}
      <IconAction
        title={t('dailyRecords.mushaf')}
        label={t('dailyRecords.mushafOf', { student: studentName })}
        size="small"
        data-action="mushaf"
        tabIndex={-1}
        onClick={() => onOpenMushaf(rowKey)}
      >
        <MenuBook fontSize="small" />
      </IconAction>
    </>
  );
  return (
    <TableBody
      data-row={rowKey}
      sx={row.changed.length > 0 ? { backgroundColor: (theme) => theme.colours.warningTint } : undefined}
    >
      <TableRow>
        <TableCell className="number">
          <Isolated>{rowNumber}</Isolated>
        </TableCell>
        <TableCell component="th" scope="row" aria-label={studentName} className="name">
          <div>
            <Typography
              component="span"
              noWrap
              title={studentName}
              sx={{ fontWeight: 600, flex: 1, fontSize: '0.9375rem', lineHeight: '24px' }}
            >
              {studentName}
            </Typography>
            <RecitationsChip
              record={record}
              isRecorded={isRecorded(record, settings)}
              isIcon
              onOpen={() => onOpenRecitations(rowKey)}
            />
          </div>
          <div>
            {previous && <PreviousLine previous={previous} date={date} />}
            <OtherKindChips
              otherKinds={otherKinds}
              isShort
              onSelectKind={(kind) => onSelectKind(kind, rowKey)}
            />
          </div>
        </TableCell>
        <TableCell>
          {isFixedList(settings) ? (
            <PortionCell {...fields} end={contentActions} />
          ) : (
            <TextCell {...fields} column="recordContent" end={contentActions} />
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
              canHaveKinds &&
              !fields.isLocked && (
                <FaultsButton
                  studentName={studentName}
                  kinds={settings.assessmentRules?.kinds ?? []}
                  faults={parseFaults(row.texts.faults)}
                  ranges={contentRanges(row.texts.recordContent, settings)}
                  onChange={(faults) => fields.onType('faults', formatFaults(faults))}
                />
              )
            }
          />
        </TableCell>
        {canHaveKinds && (
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
