import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'react-admin';
import type { DashboardStats } from '../../../contract/dashboard';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute } from '../../dataProvider/useInstitute';
import { accounts } from '../../i18n/ar/accounts';
import { firstHour as labels } from '../../i18n/ar/firstHour';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';

const AccountsDialog = lazyDialog(() => import('../../features/accounts/AccountsDialog'));

type Step = keyof typeof labels.steps;

/** `accounts` has no page, because a dialog creates the accounts. */
const stepUrls: Record<Exclude<Step, 'accounts'>, string> = {
  name: '/settings',
  year: '/settings',
  programs: '/programs/create',
  batches: '/batches/create',
  subjects: '/subjects/create',
  students: '/import?type=students',
  teachers: '/users/create',
  links: '/teachers',
};
const steps = Object.keys(labels.steps) as Step[];
/** Nobody can teach before these steps are done. */
const requiredSteps: readonly Step[] = [
  'programs',
  'batches',
  'subjects',
  'students',
  'teachers',
  'links',
  'accounts',
];

/** Hidden after the required steps are done, or if the admin hides the panel. */
export default function FirstHour({ stats }: { stats: DashboardStats }) {
  const [isCreatingAccounts, setIsCreatingAccounts] = useState(false);
  return (
    <>
      <Steps stats={stats} onCreateAccounts={() => setIsCreatingAccounts(true)} />
      {/* `Steps` unmounts after the last step, but the dialog must stay to show the passwords. */}
      {isCreatingAccounts && <AccountsDialog onClose={() => setIsCreatingAccounts(false)} />}
    </>
  );
}

function Steps({ stats, onCreateAccounts }: { stats: DashboardStats; onCreateAccounts: () => void }) {
  const [isHidden, setIsHidden] = useStore('firstHour.isOver', false);
  const done = useDoneSteps(stats, !isHidden);
  if (isHidden || !done || requiredSteps.every((step) => done.has(step))) return null;
  const openSteps = steps.filter((step) => !done.has(step));
  return (
    <Panel title={labels.title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography color="text.secondary" sx={{ flex: '1 1 16rem' }}>
          {labels.text}
        </Typography>
        <Typography role="status">{labels.done(steps.length - openSteps.length, steps.length)}</Typography>
        <Button size="small" onClick={() => setIsHidden(true)}>
          {labels.hide}
        </Button>
      </Box>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {openSteps.map((step) => (
          <Box
            component="li"
            key={step}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <SecondaryText component="span" sx={{ flex: '1 1 14rem' }}>
              {labels.steps[step].text}
            </SecondaryText>
            {step === 'accounts' ? (
              <Button variant="outlined" disabled={!done.has('students')} onClick={onCreateAccounts}>
                {accounts.button}
              </Button>
            ) : (
              <LinkButton to={stepUrls[step]} label={labels.steps[step].title} variant="outlined" />
            )}
          </Box>
        ))}
      </Box>
      {openSteps.length < steps.length && (
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

/** Undefined: the steps are still loading. */
function useDoneSteps(stats: DashboardStats, isEnabled: boolean): ReadonlySet<Step> | undefined {
  const { getList, teacherPage } = useApi();
  const { data: institute } = useInstitute();
  const { data } = useQuery({
    queryKey: ['users', 'firstHour'],
    enabled: isEnabled,
    queryFn: async () => {
      const [teachers, students] = await Promise.all([
        teacherPage({ q: '', from: 0, size: 50 }),
        getList('users', {
          pagination: { page: 1, perPage: 1 },
          sort: { field: 'id', order: 'ASC' },
          filter: { role: 'student', has_student: true },
        }),
      ]);
      const isLinked = teachers.rows.some(({ subjects_count = 0 }) => subjects_count > 0);
      return { teachers: teachers.total > 0, links: isLinked, accounts: (students.total ?? 0) > 0 };
    },
  });
  if (!data || institute === undefined) return undefined;
  const isDone: Record<Step, boolean> = {
    // True if the settings have a logo or were saved once.
    name: Boolean(institute?.logo) || (institute?.version ?? 0) > 1,
    year: (institute?.terms.length ?? 0) > 0,
    programs: stats.programs > 0,
    batches: stats.batches > 0,
    subjects: stats.subjects > 0,
    students: stats.students > 0,
    ...data,
  };
  return new Set(steps.filter((step) => isDone[step]));
}
