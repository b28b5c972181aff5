import Next from '@mui/icons-material/ChevronLeft';
import Previous from '@mui/icons-material/ChevronRight';
import Pdf from '@mui/icons-material/PictureAsPdfOutlined';
import Share from '@mui/icons-material/ShareOutlined';
import Excel from '@mui/icons-material/TableChartOutlined';
import { Box, Button, Stack } from '@mui/material';
import { useRef } from 'react';
import { dayToDate, dayNumber } from '../../../../contract/rules/hifz/days';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { week as labels } from '../../../i18n/ar/week';
import { t } from '../../../i18n/text';
import { DayField } from '../../../ui/form/DayField';
import { IconAction } from '../../../ui/page/IconAction';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/States';
import { ReportPaper } from '../staff/ReportPaper';
import { type WeekSheet, useWeek, type WeekChoice, useWeekChoice } from './useWeek';
import { useWeekOutput } from './useWeekOutput';

/** Shows the recitations of a week against the plan, and the next portions, for a student or a circle. */
export default function WeekPage() {
  const choice = useWeekChoice();
  const { data, error, isPlaceholderData, refetch } = useWeek(choice);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isOurs } = useServerFeatures();
  if (isOurs === false)
    return (
      <Page title={labels.title}>
        <EmptyState
          title={labels.unavailable}
          text={labels.unavailableText}
          action={<LinkButton to="/reports" label={t('menu.reports')} variant="outlined" />}
        />
      </Page>
    );
  if (choice.owner === null)
    return (
      <Page title={labels.title}>
        <EmptyState title={labels.chooseTitle} text={labels.chooseText} />
      </Page>
    );
  return (
    <Page
      title={labels.title}
      action={<WeekActions week={isPlaceholderData ? undefined : data} />}
      filters={<WeekField choice={choice} />}
    >
      {error ? (
        <ErrorState title={labels.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Box aria-busy={isPlaceholderData}>
          <ReportPaper document={data.document} issue={null} headingRef={heading} />
        </Box>
      ) : (
        <LoadingState shape="record" />
      )}
    </Page>
  );
}

/** The user can choose any day of a week. The arrows go to the previous or the next week. */
function WeekField({ choice: { from, today, setDay } }: { choice: WeekChoice }) {
  const step = (weeks: number) => setDay(dayToDate(dayNumber(from) + weeks * 7));
  const isNewest = dayNumber(from) + 7 > dayNumber(today);
  return (
    <Stack direction="row" className="no-print" sx={{ alignItems: 'flex-start', gap: 0.5 }}>
      <IconAction title={labels.previous} onClick={() => step(-1)}>
        <Previous />
      </IconAction>
      <Box sx={{ width: { xs: '100%', sm: 260 } }}>
        <DayField label={labels.day} value={from} max={today} isNeverEmpty onChange={setDay} />
      </Box>
      <IconAction title={labels.next} disabled={isNewest} onClick={() => step(1)}>
        <Next />
      </IconAction>
    </Stack>
  );
}

function WeekActions({ week }: { week: WeekSheet | undefined }) {
  const { busy, exportPdf, exportSheet, share } = useWeekOutput(week);
  const isDisabled = week === undefined;
  return (
    <>
      <Button startIcon={<Share />} disabled={isDisabled} onClick={() => void share()}>
        {labels.share}
      </Button>
      <Button
        startIcon={<Excel />}
        disabled={isDisabled}
        loading={busy === 'sheet'}
        onClick={() => void exportSheet()}
      >
        {labels.excel}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Pdf />}
        disabled={isDisabled}
        loading={busy === 'pdf'}
        onClick={() => void exportPdf()}
      >
        {labels.pdf}
      </Button>
    </>
  );
}
