import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { gradeColumns } from '../../../../contract/rules/gradeSettings';
import { useText } from '../../../i18n/useText';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { LetterOf } from './LetterOf';
import { MarkValue } from './MarkValue';
import { RecordFigures } from './RecordFigures';
import { markOf, mostOf, type ReportSubject } from './reportModel';
import { SubjectFacts } from './SubjectFacts';
import { useCaption } from './useCaption';

const onPaper = {
  overflow: 'visible',
  '& table': { fontSize: '0.75rem' },
  '& th, & td, & th span, & td span': { fontSize: 'inherit', lineHeight: 1.5 },
  '& th, & td': { p: 0.5, whiteSpace: 'normal' },
};

/** However long a name is, the marks beside it are not pushed off the paper. */
const nameStyle = { minWidth: 140, fontWeight: 600, overflowWrap: 'anywhere' } as const;

/** A row for each subject, from 600 px and on paper; where a subject's column has another name, the cell says it. */
export function MarksTable({ subjects }: { subjects: readonly ReportSubject[] }) {
  const t = useText();
  const captionOf = useCaption();
  return (
    <Box sx={{ overflowX: 'auto', position: 'relative', '@media print': onPaper }}>
      <Table aria-label={t('studentReport.marks')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('studentReport.subject')}</TableCell>
            {gradeColumns.map((column) => (
              <TableCell key={column} align="center">
                {t(`studentReport.columns.${column}`)}
              </TableCell>
            ))}
            <TableCell align="center">{t('studentReport.total')}</TableCell>
            <TableCell align="center">{t('studentReport.letter')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {subjects.map((subject, place) => (
            <TableRow key={subject.subject_code ?? place}>
              <TableCell component="th" scope="row" sx={nameStyle}>
                <SubjectFacts subject={subject} />
              </TableCell>
              {subject.records ? (
                <TableCell colSpan={gradeColumns.length + 2} sx={{ verticalAlign: 'top' }}>
                  <RecordFigures records={subject.records} />
                </TableCell>
              ) : (
                <>
                  {gradeColumns.map((column) => {
                    const { isUsed, mark, name, max } = markOf(subject, column);
                    return (
                      <TableCell key={column} align="center" sx={{ verticalAlign: 'top' }}>
                        {isUsed ? (
                          <MarkValue mark={mark} caption={captionOf(column, name, max)} />
                        ) : (
                          <VisuallyHidden>{t('studentReport.notUsed')}</VisuallyHidden>
                        )}
                      </TableCell>
                    );
                  })}
                  <TableCell align="center" sx={{ verticalAlign: 'top', fontWeight: 700 }}>
                    <MarkValue
                      mark={subject.total_grade}
                      caption={captionOf(null, undefined, mostOf(subject))}
                    />
                  </TableCell>
                  <TableCell align="center" sx={{ verticalAlign: 'top' }}>
                    <LetterOf subject={subject} />
                  </TableCell>
                </>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
