import {
  Box,
  Card,
  Chip,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type GradeColumn, gradeColumns } from '../../../../contract/rules/gradeSettings';
import { reportedPercentage } from '../../../../contract/rules/grading';
import { type ReportedRow, insertRepeated } from '../../../../contract/rules/repeatedSubjects';
import type { RecordFigures as Figures } from '../../../../contract/reports/studentReport';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { LetterChip } from '../../../features/documents/LetterChip';
import { t } from '../../../i18n/text';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { letterBand, subjectMark, sumMaxima, type ReportSubject } from './reportModel';

const tableVisibility = { display: { xs: 'none', sm: 'block' }, '@media print': { display: 'block' } };
const cardsVisibility = { display: { sm: 'none' }, '@media print': { display: 'none' } };

/** Renders a table, and cards for a phone. CSS chooses, because a phone prints the table too. */
export function Marks({
  subjects,
  repeated,
}: {
  subjects: readonly ReportSubject[];
  /** Older results of repeated courses; undefined if the server does not send them. */
  repeated: readonly ReportSubject[] | undefined;
}) {
  const rows = insertRepeated(subjects, repeated);
  return (
    <Panel title={t('studentReport.marks')} hasRows>
      <Box sx={tableVisibility}>
        <MarksTable rows={rows} />
      </Box>
      <Box sx={cardsVisibility}>
        <MarkCards rows={rows} />
      </Box>
    </Panel>
  );
}

const printStyle = {
  overflow: 'visible',
  '& table': { fontSize: '0.75rem' },
  '& th, & td, & th span, & td span': { fontSize: 'inherit', lineHeight: 1.5 },
  '& th, & td': { p: 0.5, whiteSpace: 'normal' },
};

/** Rows that no longer count are struck through, without the colour of the letter. */
const struckStyle = {
  '&, & *': { color: 'text.secondary', textDecoration: 'line-through', bgcolor: 'transparent' },
} as const;
const struckRowStyle = {
  '& td': struckStyle,
  '& th > bdi': { color: 'text.secondary' },
} as const;

/** A long name wraps, so that the marks stay on the paper. */
const nameStyle = { minWidth: 140, fontWeight: 600, overflowWrap: 'anywhere' } as const;

/**
 * Visible from 600 px and in print. A cell shows the name of its column if the subject renames the column.
 */
function MarksTable({ rows }: { rows: readonly ReportedRow<ReportSubject>[] }) {
  return (
    <Box sx={{ overflowX: 'auto', position: 'relative', '@media print': printStyle }}>
      <Table aria-label={t('studentReport.marks')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('labels.subject')}</TableCell>
            {gradeColumns.map((column) => (
              <TableCell key={column} align="center">
                {t(`studentReport.columns.${column}`)}
              </TableCell>
            ))}
            <TableCell align="center">{t('labels.total')}</TableCell>
            <TableCell align="center">{t('labels.letter')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ subject, isRepeated }, index) => (
            <TableRow key={subject.subject_code ?? index} sx={isRepeated ? struckRowStyle : {}}>
              <TableCell component="th" scope="row" sx={nameStyle}>
                <SubjectFacts subject={subject} isRepeated={isRepeated} />
              </TableCell>
              {subject.records ? (
                <TableCell colSpan={gradeColumns.length + 2} sx={{ verticalAlign: 'top' }}>
                  <RecordFigures subject={subject} />
                </TableCell>
              ) : (
                <>
                  {gradeColumns.map((column) => {
                    const { isUsed, mark, name, max } = subjectMark(subject, column);
                    return (
                      <TableCell key={column} align="center" sx={{ verticalAlign: 'top' }}>
                        {isUsed ? (
                          <MarkValue mark={mark} caption={formatCaption(column, name, max)} />
                        ) : (
                          <VisuallyHidden>{t('studentReport.notUsed')}</VisuallyHidden>
                        )}
                      </TableCell>
                    );
                  })}
                  <TableCell align="center" sx={{ verticalAlign: 'top', fontWeight: 700 }}>
                    <MarkValue
                      mark={subject.total_grade}
                      caption={formatCaption(null, undefined, sumMaxima(subject))}
                    />
                  </TableCell>
                  <TableCell align="center" sx={{ verticalAlign: 'top' }}>
                    <SubjectLetter subject={subject} />
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

/** Returns the maximum, with the name of the column if the name differs from the heading. */
function formatCaption(column: GradeColumn | null, name: string | undefined, max: number | undefined) {
  if (max === undefined) return '';
  const isRenamed = name !== undefined && column !== null && name !== t(`studentReport.columns.${column}`);
  return isRenamed ? t('studentReport.namedOfMax', { name, max }) : t('teaching.outOf', { max });
}

function MarkCards({ rows }: { rows: readonly ReportedRow<ReportSubject>[] }) {
  return (
    <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map(({ subject, isRepeated }, index) => (
        <Card component="li" key={subject.subject_code ?? index} sx={{ px: 2, py: 1.5 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <Typography variant="h3" component="h3" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <SubjectFacts subject={subject} isRepeated={isRepeated} />
            </Typography>
            {!subject.records && (
              <Box sx={[{ flexShrink: 0 }, isRepeated && struckStyle]}>
                <SubjectLetter subject={subject} />
              </Box>
            )}
          </Box>
          <Box component="dl" sx={[cardFactsStyle, isRepeated && struckStyle]}>
            {buildMarkFacts(subject).map(([name, value]) => (
              <div key={name}>
                <SecondaryText component="dt">{name}</SecondaryText>
                <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600 }}>
                  {value}
                </Typography>
              </div>
            ))}
          </Box>
        </Card>
      ))}
    </Stack>
  );
}

/** Two marks share a line, unless a name is long. */
const cardFactsStyle = {
  m: 0,
  mt: 0.5,
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 0.75, alignItems: 'baseline', minWidth: 0 },
  '& > :only-child': { gridColumn: '1 / -1' },
} as const;

function buildMarkFacts(subject: ReportSubject) {
  if (subject.records)
    return [[t('studentReport.records'), <RecordFigures key="records" subject={subject} />] as const];
  const renderMark = (mark: number | null, max: number | undefined) => (
    <MarkValue isInline mark={mark} caption={max === undefined ? '' : t('teaching.outOf', { max })} />
  );
  const usedColumns = gradeColumns
    .map((column) => ({ column, ...subjectMark(subject, column) }))
    .filter(({ isUsed }) => isUsed);
  return [
    ...usedColumns.map(
      ({ column, name, mark, max }) =>
        [name ?? t(`studentReport.columns.${column}`), renderMark(mark, max)] as const,
    ),
    [t('labels.total'), renderMark(subject.total_grade, sumMaxima(subject))] as const,
  ];
}

function SubjectFacts({ subject, isRepeated }: ReportedRow<ReportSubject>) {
  const { subject_name, subject_level, hours, type } = subject;
  const facts = [
    levelNames[subject_level as Level] ?? String(subject_level),
    ...(hours === undefined ? [] : [t('counted.hours', { smart_count: hours })]),
    ...(type === undefined ? [] : [type]),
  ];
  return (
    <>
      {isRepeated ? (
        <>
          <bdi style={{ textDecoration: 'line-through' }}>{subject_name}</bdi>{' '}
          <Chip component="span" size="small" label={t('cards.repeated')} />
        </>
      ) : (
        <bdi>{subject_name}</bdi>
      )}
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        {facts.join(' · ')}
      </SecondaryText>
    </>
  );
}

/** A subject of daily records has no marks. If there are several kinds, each kind has its own numbers. */
function RecordFigures({ subject: { records, kinds } }: { subject: ReportSubject }) {
  const kindFigures = kinds && kinds.length > 1 ? kinds : [];
  return (
    <Typography variant="body2" component="span" sx={{ fontSize: 'inherit' }}>
      {kindFigures.length === 0 && records && formatFigures(records)}
      {kindFigures.map((figures) => (
        <Box key={figures.kind} component="span" sx={{ display: 'block' }}>
          {t('studentReport.figuresOfKind', { kind: figures.name, figures: formatFigures(figures) })}
        </Box>
      ))}
    </Typography>
  );
}

function formatFigures({ records, pages, mistakes, average }: Figures): string {
  const sums = t('studentReport.recordsOf', { records, pages, mistakes });
  return average === null ? sums : `${sums} · ${t('studentReport.recordsAverage', { average })}`;
}

/** Shows no percentage if the maximum is 100, because the total is then the percentage. */
function SubjectLetter({ subject }: { subject: ReportSubject }) {
  const { letter_grade: letter } = subject;
  const percentage = sumMaxima(subject) === 100 ? null : reportedPercentage(subject);
  return (
    <>
      <LetterChip letter={letter} band={letter === null ? null : letterBand(letter)} />
      {percentage !== null && (
        <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
          <Isolated>{t('ui.percent', { value: percentage })}</Isolated>
        </SecondaryText>
      )}
    </>
  );
}

interface MarkValueProps {
  mark: number | null;
  caption: string;
  /** The caption is beside the mark, and not below it. */
  isInline?: boolean;
}

function MarkValue({ mark, caption, isInline = false }: MarkValueProps) {
  return (
    <>
      {mark === null ? (
        <>
          <span aria-hidden>{t('ui.nothing')}</span>
          <VisuallyHidden>{t('teaching.notRecorded')}</VisuallyHidden>
        </>
      ) : (
        <Isolated>{mark}</Isolated>
      )}
      {caption && (
        <SecondaryText
          component="span"
          variant="caption"
          sx={{
            display: isInline ? 'inline' : 'block',
            marginInlineStart: isInline ? 0.75 : 0,
            overflowWrap: 'anywhere',
          }}
        >
          {caption}
        </SecondaryText>
      )}
    </>
  );
}
