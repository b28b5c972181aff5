import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'react-admin';
import type { DashboardStats } from '../../../contract/dashboard';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute } from '../../dataProvider/useInstitute';
import { accounts } from '../../i18n/ar/accounts';
import { firstHour as say } from '../../i18n/ar/firstHour';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';

const AccountsDialog = lazyDialog(() => import('../../features/accounts/AccountsDialog'));

type Step = keyof typeof say.steps;

/** Where each step is done; the accounts are made by a dialog. */
const addresses: Record<Exclude<Step, 'accounts'>, string> = {
  name: '/settings',
  year: '/settings',
  programs: '/programs/create',
  batches: '/batches/create',
  subjects: '/subjects/create',
  students: '/import?type=students',
  teachers: '/users/create',
  links: '/teachers',
};
const steps = Object.keys(say.steps) as Step[];
/** Without these nobody can teach; an institute that has them is past its first hour. */
const needed: readonly Step[] = [
  'programs',
  'batches',
  'subjects',
  'students',
  'teachers',
  'links',
  'accounts',
];

/**
 * The steps of a new institute with their state, each one tap away. Nothing once all that is needed is there, or the
 * admin has hidden it.
 */
export default function FirstHour({ stats }: { stats: DashboardStats }) {
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <Steps stats={stats} onMakeAccounts={() => setIsMaking(true)} />
      {/* Outside of the steps: they go away as soon as the accounts are made, and the passwords are shown once. */}
      {isMaking && <AccountsDialog onClose={() => setIsMaking(false)} />}
    </>
  );
}

function Steps({ stats, onMakeAccounts }: { stats: DashboardStats; onMakeAccounts: () => void }) {
  const [isOver, setIsOver] = useStore('firstHour.isOver', false);
  const done = useDone(stats, !isOver);
  if (isOver || !done || needed.every((step) => done.has(step))) return null;
  const left = steps.filter((step) => !done.has(step));
  return (
    <Panel title={say.title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography color="text.secondary" sx={{ flex: '1 1 16rem' }}>
          {say.text}
        </Typography>
        <Typography role="status">{say.done(steps.length - left.length, steps.length)}</Typography>
        <Button size="small" onClick={() => setIsOver(true)}>
          {say.hide}
        </Button>
      </Box>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {left.map((step) => (
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
              {say.steps[step].text}
            </SecondaryText>
            {step === 'accounts' ? (
              <Button variant="outlined" disabled={!done.has('students')} onClick={onMakeAccounts}>
                {accounts.button}
              </Button>
            ) : (
              <LinkButton to={addresses[step]} label={say.steps[step].title} variant="outlined" />
            )}
          </Box>
        ))}
      </Box>
      {left.length < steps.length && (
        <Box component="details" sx={{ mt: 1 }}>
          <summary>{say.doneSteps}</summary>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {steps
              .filter((step) => done.has(step))
              .map((step) => (
                <Box
                  component="li"
                  key={step}
                  sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}
                >
                  <CheckCircle color="success" fontSize="small" titleAccess={say.isDone} />
                  {say.steps[step].title}
                </Box>
              ))}
          </Box>
        </Box>
      )}
    </Panel>
  );
}

/** The steps that are done; undefined while that is not known. */
function useDone(stats: DashboardStats, isAsked: boolean): ReadonlySet<Step> | undefined {
  const { getList, teacherPage } = useApi();
  const { data: institute } = useInstitute();
  const { data } = useQuery({
    queryKey: ['users', 'firstHour'],
    enabled: isAsked,
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
    // The settings were saved once, or have a logo.
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
