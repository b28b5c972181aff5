import { Box, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import type { HifzPlan } from '../../../contract/hifz/plan';
import { useSession } from '../../dataProvider/session';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { Fact, Facts } from '../../ui/page/Facts';
import { Panel } from '../../ui/page/Panel';
import { ErrorState } from '../../ui/page/States';
import { rangeText } from './mapModel';
import { PlanButton } from './PlanButton';
import { amountText, routeText, daysText, nearText, periodText, describePlanOrigin } from './planParts';
import { type PlanOwner, usePlan } from './usePlan';

export interface PlanSubject {
  subject_code: string;
  name: string;
}

interface PlanPanelProps {
  /** Academic number. */
  student: string;
  name: string;
  /** The visible subjects with daily records; not empty. */
  subjects: readonly PlanSubject[];
}

export function PlanPanel({ student, name, subjects }: PlanPanelProps) {
  const [selectedCode, setSelectedCode] = useState<string | null>(null);
  const subject = subjects.find(({ subject_code }) => subject_code === selectedCode) ?? subjects[0];
  if (!subject) return null;
  const { subject_code } = subject;
  return (
    <Panel title={labels.title} isOnScreenOnly>
      <Stack spacing={2}>
        {subjects.length > 1 && (
          <ChoiceField
            label={labels.subject}
            value={subject_code}
            choices={subjects.map((one) => [one.subject_code, one.name] as const)}
            width={{ xs: '100%', sm: 320 }}
            onChange={setSelectedCode}
          />
        )}
        <PlanOfSubject key={subject_code} owner={{ kind: 'student', student, name, subject_code }} />
      </Stack>
    </Panel>
  );
}

function PlanOfSubject({ owner }: { owner: PlanOwner }) {
  const { data: plan, error, refetch } = usePlan(owner);
  const isStaff = useSession()?.user.role !== 'student';
  if (error) return <ErrorState title={labels.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (plan === undefined) return <Skeleton variant="rounded" height={160} />;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ marginInlineEnd: 'auto' }}>
          {plan ? (
            <Chip variant="outlined" label={describePlanOrigin(plan, !isStaff)} />
          ) : (
            <Typography color="text.secondary">{isStaff ? labels.none : labels.noneOwn}</Typography>
          )}
        </Box>
        {isStaff && (
          <PlanButton
            size="small"
            owner={owner}
            label={plan === null ? labels.make : plan.is_template ? labels.makeOwn : labels.change}
          />
        )}
      </Stack>
      {plan && <PlanFacts plan={plan} />}
    </>
  );
}

function PlanFacts({ plan }: { plan: HifzPlan }) {
  const { ranges, new_days, revision_days, near, far_cycle_days, far_pages_per_day, juz_test } = plan;
  const revision = [
    revision_days.length > 0 && daysText(revision_days),
    revision_days.length > 0 && nearText(near),
    revision_days.length > 0 && labels.farEvery(plan.resulting_cycle_days ?? far_cycle_days),
    revision_days.length > 0 && far_pages_per_day !== null && labels.capOf(far_pages_per_day),
    revision_days.length === 0 && labels.noRevisionDays,
  ].filter((part) => part !== false);
  return (
    <Facts sx={{ rowGap: 1 }}>
      <Fact name={labels.course}>
        {routeText(plan)}
        {ranges.length > 0 && ` (${ranges.map(rangeText).join(t('ui.comma'))})`}
      </Fact>
      <Fact name={labels.lesson}>
        {new_days.length === 0 ? labels.noNewDays : `${amountText(plan.amount)} · ${daysText(new_days)}`}
      </Fact>
      <Fact name={labels.revision}>{revision.join(' · ')}</Fact>
      <Fact name={labels.test}>{labels.tests[juz_test as 0 | 1 | 5]}</Fact>
      <Fact name={labels.period}>{periodText(plan)}</Fact>
    </Facts>
  );
}
