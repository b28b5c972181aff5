import MenuBook from '@mui/icons-material/MenuBookOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { memo } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { carryOn } from './carryOn';
import { CarryOnChip } from './CarryOnChip';
import { type Column, type Entry, isFixedList, type RowEdit, rowOf } from './dailyModel';
import { LevelCell } from './LevelCell';
import { NumberCell } from './NumberCell';
import { PortionCell } from './PortionCell';
import { PreviousRecord } from './PreviousRecord';
import { TextCell } from './TextCell';

/** What the rows of the table and the cards of a phone do. */
export interface RowActions {
  onType: (key: string, record: DailyRecord, column: Column, text: string) => void;
  onFill: (key: string, record: DailyRecord, recordContent: string, pages: number | null) => void;
  onMushaf: (key: string) => void;
}

export interface DailyRowProps extends RowActions {
  rowKey: string;
  /** Among all students of the batch, from 1. */
  place: number;
  record: DailyRecord;
  edit: RowEdit | undefined;
  entry: Entry;
  date: string;
}

/** One student: the fields, and below them the last record and where to carry on. Drawn anew only when it changes. */
export const DailyRow = memo(function DailyRow(props: DailyRowProps) {
  const { rowKey, place, record, edit, entry, date, onType, onFill, onMushaf } = props;
  const t = useText();
  const row = rowOf(record, edit, entry);
  const { studentName, previous } = record;
  const proposal = row.texts.recordContent.trim() === '' ? carryOn(record, entry) : null;
  const hasSecondLine = Boolean(previous) || proposal !== null;
  const fields = {
    studentName,
    row,
    entry,
    isPhone: false,
    onType: (column: Column, text: string) => onType(rowKey, record, column, text),
  };
  const mushaf = (
    <Tooltip title={t('dailyRecords.mushaf')}>
      <IconButton
        size="small"
        data-action="mushaf"
        tabIndex={-1}
        aria-label={t('dailyRecords.mushafOf', { student: studentName })}
        onClick={() => onMushaf(rowKey)}
      >
        <MenuBook fontSize="small" />
      </IconButton>
    </Tooltip>
  );
  return (
    <TableBody
      data-row={rowKey}
      sx={row.changed.length > 0 ? { backgroundColor: (theme) => theme.colours.warningTint } : undefined}
    >
      <TableRow sx={hasSecondLine ? { '& > :not(.number)': { borderBottom: 0 } } : undefined}>
        <TableCell rowSpan={hasSecondLine ? 2 : 1} className="number">
          <Isolated>{place}</Isolated>
        </TableCell>
        <TableCell component="th" scope="row" className="name">
          {studentName}
        </TableCell>
        <TableCell>
          {isFixedList(entry) ? (
            <PortionCell {...fields} />
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
          <NumberCell {...fields} column="mistakesCount" />
        </TableCell>
        <TableCell>
          <TextCell {...fields} column="teacherNotes" />
        </TableCell>
      </TableRow>
      {hasSecondLine && (
        <TableRow>
          <TableCell colSpan={6} className="second">
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center' }}>
              {proposal && (
                <CarryOnChip
                  proposal={proposal}
                  studentName={studentName}
                  isPhone={false}
                  onTake={() => onFill(rowKey, record, proposal.recordContent, proposal.pages)}
                />
              )}
              {previous && <PreviousRecord previous={previous} date={date} />}
            </Box>
          </TableCell>
        </TableRow>
      )}
    </TableBody>
  );
});
