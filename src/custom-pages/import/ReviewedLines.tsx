import { Box, Button, Checkbox, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import {
  lineKinds,
  type LineChoice,
  type LineKind,
  type ReviewedLine,
} from '../../features/import/LineReview';
import type { CheckSummary } from '../../features/import/SheetWork';
import { importReview as labels } from '../../i18n/ar/import/importReview';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { RecordRows } from '../../ui/list/RecordRow';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { fieldName } from './fields';
import type { RemoteImportWorker } from './useImportWorker';

interface ReviewedLinesProps {
  type: ImportType;
  getWorker: () => RemoteImportWorker;
  sheet: number;
  summary: CheckSummary;
  /** Called after a choice changed which rows are imported, or their values. */
  onChanged: () => void;
}

export const countExcludedLines = ({ lines }: CheckSummary): number =>
  lineKinds.reduce((sum, kind) => sum + lines[kind].count - lines[kind].included, 0);

/** Tells which lines of the file are left out or may surprise, and lets the user decide by kind or by line. */
export function ReviewedLines({ type, getWorker, sheet, summary, onChanged }: ReviewedLinesProps) {
  const titleId = useId();
  const { lines, columns } = summary;
  const kinds = lineKinds.filter((kind) => lines[kind].count > 0);
  const { mergedRows, blanks, monthFirst } = columns;
  if (kinds.length + blanks.length + monthFirst.length + mergedRows === 0) return null;
  const include = (choice: LineChoice, isIncluded: boolean) =>
    getWorker().includeLines(sheet, choice, isIncluded).then(onChanged);
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3" sx={{ mb: 1 }}>
        {labels.title}
      </Typography>
      {kinds.length > 0 && (
        <RecordRows sx={{ '& > li': { px: 1, py: 0.5 } }}>
          {kinds.map((kind) => (
            <KindOfLines
              key={kind}
              kind={kind}
              counts={lines[kind]}
              loadLines={(limit) => getWorker().reviewedLines(sheet, kind, 0, limit)}
              onInclude={include}
            />
          ))}
        </RecordRows>
      )}
      {blanks.map(({ field, count, isFilled }) => (
        <CheckField
          key={field}
          checked={isFilled}
          onChange={(isChecked) => void getWorker().fillBlanks(sheet, field, isChecked).then(onChanged)}
          label={labels.fill(fieldName(type, field), count)}
        />
      ))}
      {mergedRows > 0 && <SecondaryText>{labels.merged(mergedRows)}</SecondaryText>}
      {monthFirst.length > 0 && (
        <SecondaryText>
          {labels.monthFirst(monthFirst.map((field) => fieldName(type, field)).join(t('ui.comma')))}
        </SecondaryText>
      )}
    </section>
  );
}

interface KindOfLinesProps {
  kind: LineKind;
  counts: { count: number; included: number };
  loadLines: (limit: number) => Promise<ReviewedLine[]>;
  onInclude: (choice: LineChoice, isIncluded: boolean) => Promise<void>;
}

const linesPerStep = 20;

function KindOfLines({ kind, counts: { count, included }, loadLines, onInclude }: KindOfLinesProps) {
  const listId = useId();
  const [limit, setLimit] = useState(0);
  const [lines, setLines] = useState<ReviewedLine[]>([]);
  const isOpen = limit > 0;
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCancelled = false;
    void loadLines(limit).then((loaded) => {
      if (!isCancelled) setLines(loaded);
    });
    return () => {
      isCancelled = true;
    };
    // The counts change with the lines. `loadLines` is new on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen, limit, count, included]);
  const name = labels.kinds[kind];
  const action = isOpen ? labels.hideLines : labels.showLines;
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Checkbox
          checked={included === count}
          indeterminate={included > 0 && included < count}
          onChange={(_, isIncluded) => void onInclude({ kind }, isIncluded)}
          slotProps={{ input: { 'aria-label': labels.include(name) } }}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2">{name}</Typography>
          <SecondaryText variant="caption" className="figure">
            {labels.counts(count, included)}
          </SecondaryText>
        </Box>
        <Button
          size="small"
          sx={{ flexShrink: 0 }}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={labels.linesOf(action, name)}
          onClick={() => setLimit(isOpen ? 0 : linesPerStep)}
        >
          {action}
        </Button>
      </Box>
      {isOpen && (
        <>
          <Box component="ul" id={listId} sx={{ listStyle: 'none', m: 0, p: 0, ps: { xs: 0, sm: 4 } }}>
            {lines.map((line) => (
              <LineItem
                key={line.index}
                line={line}
                onInclude={(isIncluded) => onInclude({ indexes: [line.index] }, isIncluded)}
              />
            ))}
          </Box>
          {count > lines.length && lines.length > 0 && (
            <Button size="small" onClick={() => setLimit(limit + linesPerStep)}>
              {t('imports.showMore')}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

interface LineItemProps {
  line: ReviewedLine;
  onInclude: (isIncluded: boolean) => Promise<void>;
}

function LineItem({ line: { line, text, isIncluded, firstLine }, onInclude }: LineItemProps) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Checkbox
        size="small"
        checked={isIncluded}
        onChange={(_, isChecked) => void onInclude(isChecked)}
        slotProps={{ input: { 'aria-label': labels.includeLine(line, text) } }}
      />
      <Box sx={{ minWidth: 0, py: 1 }}>
        <Typography component="bdi" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>{' '}
        <SecondaryText component="span" variant="caption" className="figure">
          {firstLine === null ? t('imports.line', { line }) : labels.repeats(line, firstLine)}
        </SecondaryText>
      </Box>
    </Box>
  );
}
