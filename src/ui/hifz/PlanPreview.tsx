import { Box, type Theme, Typography } from '@mui/material';
import { useId } from 'react';
import { dateOfDay } from '../../../contract/rules/hifz/days';
import type { PreviewDay } from '../../../contract/rules/hifz/preview';
import { pagesOfSpans, type Span } from '../../../contract/rules/hifz/spans';
import { hijriDate, weekday } from '../../../contract/rules/hijri';
import { ayahAt, shownPages } from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import { hifzPlan as say } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import { SecondaryText } from '../page/SecondaryText';

interface PlanPreviewProps {
  /** Null while the plan is not complete. */
  days: readonly PreviewDay[] | null;
  isTemplate: boolean;
  /** The plan has lessons on some days. */
  hasLessons: boolean;
}

/** The days of the next two weeks: what is new, near and far on each. */
export function PlanPreview({ days, isTemplate, hasLessons }: PlanPreviewProps) {
  const id = useId();
  const isFinished = hasLessons && days !== null && days.every((day) => day.new.length === 0);
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h3" sx={{ fontWeight: 700 }}>
        {say.preview}
      </Typography>
      <SecondaryText sx={{ mb: 1 }}>
        {days === null ? say.previewWrong : isTemplate ? say.previewOfTemplate : say.previewHint}
      </SecondaryText>
      {days?.length === 0 && <Typography variant="body2">{say.previewEmpty}</Typography>}
      {isFinished && days.length > 0 && <Typography variant="body2">{say.finished}</Typography>}
      {days !== null && days.length > 0 && (
        <Box component="ol" aria-labelledby={id} sx={list}>
          {days.map((day) => (
            <Day key={day.day} day={day} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Day({ day: { day, farPages, near, ...tasks } }: { day: PreviewDay }) {
  const date = dateOfDay(day);
  return (
    <li>
      <div>
        <b>{weekday(date)}</b> <small>{hijriDate(date)}</small>
      </div>
      <dl>
        {tasks.new.length > 0 && <Line name={say.new} spans={tasks.new} isNew />}
        {near.length > 0 && <Line name={say.nearShort} spans={near} />}
        {farPages > 0 && (
          <div>
            <dt>{say.far}</dt>
            <dd>{say.upTo(farPages)}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

const textOf = ({ from, to }: Span): string => {
  const [first, last] = [ayahAt(from), ayahAt(to)];
  return first && last ? describeRange({ from: first, to: last }) : '';
};

const Line = ({ name, spans, isNew = false }: { name: string; spans: readonly Span[]; isNew?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span style={isNew ? { fontWeight: 600 } : {}}>{spans.map(textOf).join(t('ui.comma'))}</span>{' '}
      <small>({say.pages(shownPages(pagesOfSpans(spans)))})</small>
    </dd>
  </div>
);

const list = (theme: Theme) => ({
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { py: 0.75, borderTop: `1px solid ${theme.colours.hairline}`, fontSize: '0.875rem' },
  '& > li > div': { lineHeight: 1.5 },
  '& small': { color: theme.colours.quietInk, fontSize: '0.8125rem' },
  '& dl': { m: 0 },
  '& dl > div': { display: 'grid', gridTemplateColumns: '3.25rem minmax(0, 1fr)', lineHeight: 1.6 },
  '& dt': { color: theme.colours.quietInk },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
});
