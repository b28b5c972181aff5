import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import Circle from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useStore } from 'react-admin';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { DashboardStats } from '../../../contract/dashboard';
import { defaultInstituteName } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute } from '../../dataProvider/useInstitute';
import { firstHour as labels } from '../../i18n/ar/firstHour';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { setTour, type TourPage } from '../../ui/page/tour';

const AccountsDialog = lazyDialog(() => import('../../features/accounts/AccountsDialog'));

type Step = keyof typeof labels.steps;

/** Opens the dialog that creates the accounts. */
const accountsParameter = 'accounts';

const stepUrls: Record<Step, string> = {
  name: '/settings/institute',
  year: '/settings/calendar',
  programs: '/programs/create',
  batches: '/batches/create',
  subjects: '/subjects/create',
  students: '/import?type=students',
  teachers: '/users/create',
  links: '/teachers',
  accounts: `/dashboard?${accountsParameter}=new`,
};
const steps = Object.keys(labels.steps) as Step[];

/** Hidden after all steps are done, or if the admin hides the panel. */
export default function FirstHour({ stats }: { stats: DashboardStats }) {
  const [parameters, setParameters] = useSearchParams();
  const isCreatingAccounts = parameters.has(accountsParameter);
  return (
    <>
      <Steps stats={stats} />
      {/* `Steps` unmounts after the last step, but the dialog must stay to show the passwords. */}
      {isCreatingAccounts && stats.students > 0 && (
        <AccountsDialog onClose={() => setParameters({}, { replace: true })} />
      )}
    </>
  );
}

function Steps({ stats }: { stats: DashboardStats }) {
  const [isHidden, setIsHidden] = useStore('firstHour.isOver', false);
  const done = useDoneSteps(stats, !isHidden);
  if (isHidden || !done || steps.length === done.size) return null;
  const openSteps = steps.filter((step) => !done.has(step));
  const startTour = () => setTour(tourPages(openSteps));
  return (
    <Panel title={labels.title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography color="text.secondary" sx={{ flex: '1 1 16rem' }}>
          {labels.text}
        </Typography>
        <Typography role="status">{labels.done(done.size, steps.length)}</Typography>
        <Button size="small" onClick={() => setIsHidden(true)}>
          {labels.hide}
        </Button>
      </Box>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {openSteps.map((step) => (
          <OpenStep
            key={step}
            step={step}
            isDisabled={step === 'accounts' && !done.has('students')}
            onOpen={startTour}
          />
        ))}
      </Box>
      {done.size > 0 && (
        <Box component="details" sx={{ mt: 1 }}>
          <summary>{labels.doneSteps}</summary>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {steps
              .filter((step) => done.has(step))
              .map((step) => (
                <Box
                  component="li"
                  key={step}
                  sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}
                >
                  <CheckCircle color="success" fontSize="small" titleAccess={labels.isDone} />
                  {labels.steps[step].title}
                </Box>
              ))}
          </Box>
        </Box>
      )}
    </Panel>
  );
}

/** After the last step the dashboard opens, with the dialog of the accounts if they are open. */
function tourPages(openSteps: readonly Step[]): TourPage[] {
  const pages = openSteps.map((step): TourPage => {
    const { title } = labels.steps[step];
    return { url: stepUrls[step], title, label: labels.step(steps.indexOf(step) + 1, steps.length) };
  });
  const home = { url: '/dashboard', title: labels.home, label: labels.home };
  return openSteps.includes('accounts') ? pages : [...pages, home];
}

interface OpenStepProps {
  step: Step;
  isDisabled: boolean;
  onOpen: () => void;
}

/** The link covers its whole row. */
function OpenStep({ step, isDisabled, onOpen }: OpenStepProps) {
  const textId = useId();
  const { title, text } = labels.steps[step];
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        '&:hover': { backgroundColor: isDisabled ? 'transparent' : 'action.hover' },
      }}
    >
      <Circle fontSize="small" color="disabled" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {isDisabled ? (
          <Typography color="text.secondary" sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
        ) : (
          <Link
            component={RouterLink}
            to={stepUrls[step]}
            onClick={onOpen}
            underline="hover"
            aria-describedby={textId}
            sx={{ fontWeight: 600, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
          >
            {title}
          </Link>
        )}
        <SecondaryText id={textId}>{text}</SecondaryText>
      </Box>
      {!isDisabled && <ChevronLeft color="primary" />}
    </Box>
  );
}

/** Undefined: the steps are still loading. */
function useDoneSteps(stats: DashboardStats, isEnabled: boolean): ReadonlySet<Step> | undefined {
  const { getList, teacherPage } = useApi();
  const { data: institute } = useInstitute();
  const { data } = useQuery({
    queryKey: ['users', 'firstHour'],
    enabled: isEnabled,
    queryFn: async () => {
      const hasRecords = async (resource: string, filter: object) => {
        const { total = 0 } = await getList(resource, {
          pagination: { page: 1, perPage: 1 },
          sort: { field: 'id', order: 'ASC' },
          filter,
        });
        return total > 0;
      };
      const [teachers, batches, accounts] = await Promise.all([
        teacherPage({ q: '', from: 0, size: 50 }),
        // The stats count only active batches.
        hasRecords('batches', {}),
        hasRecords('users', { role: 'student', has_student: true }),
      ]);
      const links = teachers.rows.some(({ subjects_count = 0 }) => subjects_count > 0);
      return { teachers: teachers.total > 0, links, batches, accounts };
    },
  });
  if (!data || institute === undefined) return undefined;
  const isDone: Record<Step, boolean> = {
    name:
      Boolean(institute?.logo) ||
      (institute?.institute_name ?? defaultInstituteName) !== defaultInstituteName,
    year: (institute?.terms.length ?? 0) > 0,
    programs: stats.programs > 0,
    subjects: stats.subjects > 0,
    students: stats.students > 0,
    ...data,
  };
  return new Set(steps.filter((step) => isDone[step]));
}
