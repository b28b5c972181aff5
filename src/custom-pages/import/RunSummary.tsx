import { Alert, type AlertColor, Box, Stack, Typography } from '@mui/material';
import type { MissingFromFile } from '../../../contract/imports';
import { RowStats } from '../../features/import/RowStats';
import {
  countDone,
  countLeftOut,
  type LineNote,
  type PartProgress,
  type RunState,
  countTotal,
  type Totals,
  sumTotals,
} from '../../features/import/runState';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface RunSummaryProps {
  state: RunState;
  /** True if the page already shows the result of each sheet. */
  isOutcomeVisible?: boolean;
  missing?: readonly MissingFromFile[];
}

/** Shows the totals and the first five errors (spec 2 §8). */
export function RunSummary({ state, isOutcomeVisible = false, missing = [] }: RunSummaryProps) {
  const { severity, message: outcome } = describeEnd(state);
  const totals = sumTotals(state);
  const leftOut = countLeftOut(state);
  const { lines, others } = errorLines(totals);
  return (
    <Stack spacing={2}>
      {(!isOutcomeVisible || state.end !== 'done') && (
        <Alert severity={severity} role="status">
          {outcome}
        </Alert>
      )}
      <RowStats
        figures={[
          [t('importsEnd.inserted'), totals.imported, 'success'],
          [t('importsEnd.updated'), totals.updated - totals.unchanged, 'info'],
          ...(totals.unchanged > 0
            ? ([[t('imports.figures.unchanged'), totals.unchanged, 'text']] as const)
            : []),
          [t('importsEnd.failed'), totals.failed, 'error'],
        ]}
      />
      <SecondaryText className="figure">
        {t('importsEnd.processed', { done: countDone(state), total: countTotal(state) })}
        {leftOut > 0 && ` · ${t('imports.changes.leftOut', { count: leftOut })}`}
      </SecondaryText>
      {lines.length > 0 && (
        <div>
          <Typography variant="h3">{t('importsEnd.errorsTitle')}</Typography>
          <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
            {lines.map(({ key, line, message }) => (
              <Typography component="li" variant="body2" key={key} sx={{ overflowWrap: 'anywhere' }}>
                {t('importsEnd.errorLine', { line, message })}
              </Typography>
            ))}
          </Box>
          {others > 0 && (
            <SecondaryText>{t('importsEnd.otherErrors', { smart_count: others })}</SecondaryText>
          )}
        </div>
      )}
      <Warnings warnings={totals.warnings} count={totals.warningCount} />
      <MissingStudents batches={missing} />
    </Stack>
  );
}

/** Spec 2 §9 sets the limit. */
const maxLines = 5;

interface ErrorLine {
  key: string;
  line: number;
  message: string;
}

/** Joins all reasons of a row. `others` counts the refused rows after the first five. */
export function errorLines({ errors, failed }: Pick<Totals, 'errors' | 'failed'>): {
  lines: ErrorLine[];
  others: number;
} {
  const linesByKey = new Map<string, ErrorLine>();
  for (const { part, index, line, message } of errors) {
    const key = `${part}-${index}`;
    const existingLine = linesByKey.get(key);
    linesByKey.set(key, {
      key,
      line,
      message: existingLine ? `${existingLine.message} · ${message}` : message,
    });
  }
  const lines = [...linesByKey.values()].slice(0, maxLines);
  return { lines, others: Math.max(0, failed - lines.length) };
}

function describeEnd(state: RunState): { severity: AlertColor; message: string } {
  const { imported, updated, failed } = sumTotals(state);
  switch (state.end) {
    case 'cancelled':
      return {
        severity: 'warning',
        message: t(state.isStored ? 'importsEnd.cancelled' : 'importsEnd.cancelledHere'),
      };
    case 'paused':
      return {
        severity: 'warning',
        message: t(state.isStored ? 'importsEnd.paused' : 'importsEnd.pausedHere', {
          why: state.problem ?? '',
        }),
      };
    case 'stopped':
      return {
        severity: 'warning',
        message:
          state.stopLine === null
            ? t('importsEnd.stoppedSomewhere')
            : t('importsEnd.stopped', { line: state.stopLine }),
      };
    default:
      if (imported + updated === 0) return { severity: 'error', message: t('importsEnd.nothing') };
      return failed > 0
        ? { severity: 'warning', message: t('importsEnd.partly') }
        : { severity: 'success', message: t('importsEnd.done') };
  }
}

export function Warnings({ warnings, count }: { warnings: readonly LineNote[]; count: number }) {
  if (count === 0) return null;
  return (
    <Alert severity="warning">
      {t('imports.warnings', { smart_count: count })}
      <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
        {warnings.slice(0, maxLines).map(({ index, line, message }) => (
          <li key={`${index}-${message}`}>{t('importsEnd.errorLine', { line, message })}</li>
        ))}
      </Box>
    </Alert>
  );
}

/** Names the students of the file's batches who are not in the file. Nothing of them changes. */
export function MissingStudents({ batches }: { batches: readonly MissingFromFile[] }) {
  if (batches.length === 0) return null;
  return (
    <section>
      {batches.map(({ batch_name, count, names }) => (
        <Box component="details" key={batch_name} sx={{ '& > summary': { cursor: 'pointer', py: 1 } }}>
          <Typography component="summary" variant="body2" sx={{ fontWeight: 600 }}>
            {t('importsEnd.missing', { batch: batch_name, smart_count: count })}
          </Typography>
          <Typography variant="body2">
            {names.join(t('ui.comma'))}
            {count > names.length &&
              ` ${t('importsEnd.otherMissing', { smart_count: count - names.length })}`}
          </Typography>
        </Box>
      ))}
    </section>
  );
}

/** Lists imported and failed sheets by name (spec 2 §8). */
export function SheetOutcome({ parts }: { parts: readonly PartProgress[] }) {
  const sheetNames = (state: PartProgress['state']) =>
    parts
      .filter((part) => part.state === state)
      .map(({ name, type }) => name ?? t(`imports.types.${type}`))
      .join(t('ui.comma'));
  const [doneSheets, failedSheets] = [sheetNames('success'), sheetNames('error')];
  return (
    <>
      {doneSheets !== '' && (
        <Alert severity="success">{t('importsEnd.importedSheets', { names: doneSheets })}</Alert>
      )}
      {failedSheets !== '' && (
        <Alert severity="error">{t('importsEnd.failedSheets', { names: failedSheets })}</Alert>
      )}
    </>
  );
}
