import Groups from '@mui/icons-material/Groups2Outlined';
import Register from '@mui/icons-material/EventAvailableOutlined';
import { Skeleton } from '@mui/material';
import { useState } from 'react';
import { dailyRecordType } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { ChooseState, ForeignCircle } from '../../features/teaching-context/ChooseState';
import { ContextBar, ContextTools } from '../../features/teaching-context/ContextBar';
import { useCircleChoice } from '../../features/teaching-context/useCircleChoice';
import { useDay } from '../../features/teaching-context/useDay';
import { type OfferingChoice, useOfferingChoice } from '../../features/teaching-context/useOfferingChoice';
import { type Progress, useStudentSearch } from '../../features/teaching-context/useStudentSearch';
import { useTeachingContext } from '../../features/teaching-context/useTeachingContext';
import { BatchSectionProvider } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { useAddress } from '../../ui/page/useAddress';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { CircleHearing } from './CircleHearing';
import { useOpenStudent } from './useOpenStudent';

const subjectTypes = [dailyRecordType];

export default function HalaqaPage() {
  const features = useServerFeatures();
  if (features.isOurs === null) return <Skeleton variant="rounded" height={420} />;
  return features.has('hifz') ? <Halaqa /> : <NotAvailable />;
}

function NotAvailable() {
  return (
    <Page title={labels.title}>
      <EmptyState
        title={labels.unavailable}
        text={labels.unavailableText}
        action={<LinkButton to="/daily-records" label={labels.toRecords} variant="outlined" />}
      />
    </Page>
  );
}

function Halaqa() {
  const choice = useOfferingChoice(subjectTypes);
  return (
    <BatchSectionProvider value={choice.batch?.section}>
      <Hearing choice={choice} />
    </BatchSectionProvider>
  );
}

function Hearing({ choice }: { choice: OfferingChoice }) {
  const day = useDay();
  const isPhone = useIsPhone();
  const search = useStudentSearch();
  const [progress, setProgress] = useState<Progress | null>(null);
  const openStudent = useOpenStudent();
  const { batch, offering } = choice;
  const circles = useCircleChoice(choice, day.date);
  const { context, filters } = useTeachingContext({
    choice,
    types: subjectTypes,
    noSubjects: t('teaching.noDailySubjects'),
    circles,
    day,
  });
  const isHearing = isPhone && openStudent.studentId !== null;
  const query = useAddress()[0].toString();
  return (
    <Page
      title={labels.title}
      subtitle={!offering && !choice.isLoading && labels.subtitle}
      context={<ContextBar context={context} search={search} progress={progress} />}
      isContextOptional={isHearing}
      tools={
        !isHearing && (
          <>
            <ContextTools context={context} search={search} />
            {offering && (
              <LinkButton to={`/absences?${query}`} label={labels.register} startIcon={<Register />} />
            )}
            <LinkButton
              to={`/halaqa/overview${day.date === day.today ? '' : `?date=${day.date}`}`}
              label={labels.overview}
              startIcon={<Groups />}
            />
          </>
        )
      }
      filters={filters}
    >
      {circles.isForeign ? (
        <ForeignCircle circles={circles} />
      ) : batch && offering && !circles.isLoading ? (
        <CircleHearing
          key={`${offering.subjectCode} ${day.date} ${circles.circleId}`}
          batch={batch}
          day={{ ...offering, date: day.date, circle: circles.circleId }}
          queuedNames={{
            subject: choice.subject?.name,
            circle: circles.circles.find(({ id }) => id === circles.circleId)?.name,
          }}
          q={search.q}
          onProgress={setProgress}
          openStudent={openStudent}
        />
      ) : choice.isLoading || offering ? (
        <Skeleton variant="rounded" height={420} />
      ) : (
        <ChooseState title={t('teaching.chooseOffering')} text={labels.chooseText} resource="subjects" />
      )}
    </Page>
  );
}
