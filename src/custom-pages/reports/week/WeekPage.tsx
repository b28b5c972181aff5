import Next from '@mui/icons-material/ChevronLeft';
import Previous from '@mui/icons-material/ChevronRight';
import Pdf from '@mui/icons-material/PictureAsPdfOutlined';
import Share from '@mui/icons-material/ShareOutlined';
import Excel from '@mui/icons-material/TableChartOutlined';
import { Box, Button, Stack } from '@mui/material';
import { useRef } from 'react';
import { dayToDate, dayNumber } from '../../../../contract/rules/hifz/days';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { week as say } from '../../../i18n/ar/week';
import { t } from '../../../i18n/text';
import { DayField } from '../../../ui/form/DayField';
import { IconAction } from '../../../ui/page/IconAction';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { EmptyState, ErrorState, Waiting } from '../../../ui/page/States';
import { ReportPaper } from '../staff/ReportPaper';
import { type ShownWeek, useWeek, type WeekChoice, useWeekChoice } from './useWeek';
import { useWeekOutput } from './useWeekOutput';

/** The week of a student or of a circle: what was heard, against the plan, and what comes next. */
export default function WeekPage() {
  const choice = useWeekChoice();
  const { data, error, isPlaceholderData, refetch } = useWeek(choice);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isOurs } = useServerFeatures();
  if (isOurs === false)
    return (
      <Page title={say.title}>
        <EmptyState
          title={say.notHere}
          text={say.notHereText}
          action={<LinkButton to="/reports" label={t('studentReport.menu')} variant="outlined" />}
        />
      </Page>
    );
  if (choice.of === null)
    return (
      <Page title={say.title}>
        <EmptyState title={say.chooseTitle} text={say.chooseText} />
      </Page>
    );
  return (
    <Page
      title={say.title}
      action={<Output shown={isPlaceholderData ? undefined : data} />}
      filters={<WeekField choice={choice} />}
    >
      {error ? (
        <ErrorState title={say.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Box aria-busy={isPlaceholderData}>
          <ReportPaper document={data.document} issue={null} headingRef={heading} />
        </Box>
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

/** Any day of the week chooses it; the arrows go to the weeks beside it. */
function WeekField({ choice: { from, today, setDay } }: { choice: WeekChoice }) {
  const step = (weeks: number) => setDay(dayToDate(dayNumber(from) + weeks * 7));
  const isNewest = dayNumber(from) + 7 > dayNumber(today);
  return (
    <Stack direction="row" className="no-print" sx={{ alignItems: 'flex-start', gap: 0.5 }}>
      <IconAction title={say.previous} onClick={() => step(-1)}>
        <Previous />
      </IconAction>
      <Box sx={{ width: { xs: '100%', sm: 260 } }}>
        <DayField label={say.day} value={from} max={today} isKept onChange={setDay} />
      </Box>
      <IconAction title={say.next} disabled={isNewest} onClick={() => step(1)}>
        <Next />
      </IconAction>
    </Stack>
  );
}

/** What can be done with the sheet. */
function Output({ shown }: { shown: ShownWeek | undefined }) {
  const { busy, exportPdf, exportSheet, share } = useWeekOutput(shown);
  const isOff = shown === undefined;
  return (
    <>
      <Button startIcon={<Share />} disabled={isOff} onClick={() => void share()}>
        {say.share}
      </Button>
      <Button
        startIcon={<Excel />}
        disabled={isOff}
        loading={busy === 'sheet'}
        onClick={() => void exportSheet()}
      >
        {say.excel}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Pdf />}
        disabled={isOff}
        loading={busy === 'pdf'}
        onClick={() => void exportPdf()}
      >
        {say.pdf}
      </Button>
    </>
  );
}
