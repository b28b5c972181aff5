import { Box, ButtonBase, Card, Typography } from '@mui/material';
import { Fragment, useId, useState } from 'react';
import type { HifzTask } from '../../../contract/hifz/plan';
import { formatWeekday, hijriDateWithoutYear } from '../../../contract/rules/hijri';
import { useToday } from '../../dataProvider/useInstitute';
import { hifzPlan } from '../../i18n/ar/hifzPlan';
import { hifzProgress, sard, todayTask as labels } from '../../i18n/ar/hifzProgress';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useKindNames } from '../hearing/hearingSettings';
import { rangeText } from './mapModel';
import type { NextTask } from './useNextTasks';

interface TodayTaskProps extends NextTask {
  /** Academic number. */
  student: string;
  /** False if the student has only one plan. */
  hasSubjectName: boolean;
}

/** Shows what the student memorises and revises today, or on the next day with a task. */
export default function TodayTask({ student, subject, hasSubjectName, date, task }: TodayTaskProps) {
  const id = useId();
  const today = useToday();
  const { behind_days, test } = task;
  const title = date === today ? labels.title : labels.ofDay(formatWeekday(date));
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ px: 2, pt: 0.5, pb: 1.5, minWidth: 0, height: '100%' }}
    >
      <Box sx={headStyle}>
        <Typography id={id} variant="h2">
          {hasSubjectName ? labels.ofSubject(title, subject.name) : title}
        </Typography>
        <LinkButton to={`/reports/week?${new URLSearchParams({ student })}`} label={labels.week} />
      </Box>
      <SecondaryText component="p" sx={{ m: 0 }}>
        {date !== today && `${hijriDateWithoutYear(date)} · `}
        {hifzProgress.behind(behind_days)}
        {test && (
          <Box component="b" sx={{ color: 'warning.main' }}>
            {' · '}
            {sard.due(sard.ofJuz(test.from_juz, test.to_juz))}
          </Box>
        )}
      </SecondaryText>
      <TaskRows task={task} />
    </Card>
  );
}

const taskKinds = ['new', 'near', 'far'] as const;

function TaskRows({ task }: { task: HifzTask }) {
  const names = useKindNames();
  if (taskKinds.every((kind) => task[kind].length === 0))
    return <Typography sx={{ mt: 1 }}>{labels.nothing}</Typography>;
  return (
    <Box component="dl" aria-label={labels.list} sx={{ m: 0, mt: 0.5, display: 'grid', rowGap: 0.5 }}>
      {taskKinds.map(
        (kind) => task[kind].length > 0 && <TaskRow key={kind} name={names[kind]} ranges={task[kind]} />,
      )}
    </Box>
  );
}

const maxRanges = 2;

/** A tap on a row with more ranges shows all of them. */
function TaskRow({ name, ranges }: { name: string; ranges: HifzTask['new'] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const pages = Math.round(ranges.reduce((sum, range) => sum + range.pages, 0) * 2) / 2;
  const hiddenCount = ranges.length > maxRanges + 1 ? ranges.length - maxRanges : 0;
  const visible = ranges.slice(0, isExpanded ? ranges.length : ranges.length - hiddenCount);
  return (
    <div>
      <SecondaryText component="dt" variant="caption" sx={{ display: 'block' }}>
        {name}
        {pages > 0 && ` · ${hifzPlan.pages(pages)}`}
      </SecondaryText>
      <Typography component="dd" sx={rangesStyle}>
        {hiddenCount === 0 ? (
          <Ranges ranges={visible} />
        ) : (
          <ButtonBase
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
            sx={{ display: 'block', width: '100%', minHeight: 44, font: 'inherit', textAlign: 'start' }}
          >
            <Ranges ranges={visible} />{' '}
            <Box component="span" sx={{ color: 'primary.main', display: 'inline-block' }}>
              {isExpanded ? labels.less : labels.more(hiddenCount)}
            </Box>
          </ButtonBase>
        )}
      </Typography>
    </div>
  );
}

/** A line breaks between ranges, because a surah without its verses is unclear. */
const Ranges = ({ ranges }: { ranges: HifzTask['new'] }) =>
  ranges.map((range, index) => (
    <Fragment key={`${range.from}-${range.to}`}>
      {index > 0 && ' '}
      <span style={{ display: 'inline-block' }}>
        {rangeText(range)}
        {index < ranges.length - 1 && t('ui.comma').trimEnd()}
      </span>
    </Fragment>
  ));

const rangesStyle = { m: 0, fontWeight: 600, lineHeight: 1.55, overflowWrap: 'anywhere' } as const;

const headStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 44,
} as const;
