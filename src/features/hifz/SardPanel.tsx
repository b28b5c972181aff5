import Passed from '@mui/icons-material/CheckCircleOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Failed from '@mui/icons-material/HighlightOffOutlined';
import { Alert, Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HifzTask } from '../../../contract/hifz/plan';
import type { Sard } from '../../../contract/hifz/sard';
import { hijriDate } from '../../../contract/rules/hijri';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { hifz as words } from '../../i18n/ar/hifz';
import { sard as say } from '../../i18n/ar/hifzProgress';
import { t } from '../../i18n/text';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDelete';
import { useNotices } from '../../ui/dialog/Toasts';
import { ListRow } from '../../ui/list/ListRow';
import { DeleteAction, IconAction } from '../../ui/page/IconAction';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { SignedWord } from '../../ui/page/SignedWord';
import { ErrorState } from '../../ui/page/States';
import { describeFaults, sumOf } from '../hearing/hearing';
import { SardDialog } from './SardDialog';
import { nameOfKind, useFaultKinds } from './sardForm';

/** A subject with daily records. */
interface SardSubject {
  subject_code: string;
  name: string;
}

interface SardPanelProps {
  /** The academic number. */
  student: string;
  name: string;
  /** In which the caller records his sard; to students, whose it is. */
  subjects: readonly SardSubject[];
}

/** Shown at first, and with each tap more. */
const step = 5;

type JuzTest = NonNullable<HifzTask['test']> & { subject_code: string };
/** What the dialog is about: a stored sard, or one that is recorded, of the juz that are due. */
type Opened = { stored: Sard } | { due: JuzTest | null };

/** The tests of whole juz of a student: what is due, what was held; staff record, correct and withdraw. */
export default function SardPanel({ student, name, subjects }: SardPanelProps) {
  const { hifz } = useApi();
  const isStaff = useSession()?.user.role !== 'student';
  const [most, setMost] = useState(step);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'sard', student, most],
    // One more tells whether there are older ones.
    queryFn: async () => (await hifz()).sards(student, most + 1),
    placeholderData: keepPreviousData,
  });
  const canRecord = isStaff && subjects.length > 0;
  return (
    <Panel title={say.title} isOnScreenOnly>
      <Stack spacing={1.5}>
        <DueTests
          student={student}
          subjects={subjects}
          held={data ?? []}
          onRecord={canRecord ? (due) => setOpened({ due }) : null}
        />
        {canRecord && (
          <Box>
            <Button variant="outlined" size="small" onClick={() => setOpened({ due: null })}>
              {say.add}
            </Button>
          </Box>
        )}
        {error && !data ? (
          <ErrorState title={say.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton variant="rounded" height={120} />
        ) : data.length === 0 ? (
          <Typography color="text.secondary">{say.none}</Typography>
        ) : (
          <Box component="ul" aria-label={say.list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.slice(0, most).map((one) => (
              <HeldSard
                key={one.id}
                sard={one}
                onEdit={
                  isStaff && subjects.some(({ subject_code }) => subject_code === one.subject_code)
                    ? () => setOpened({ stored: one })
                    : null
                }
              />
            ))}
          </Box>
        )}
        {data && data.length > most && (
          <Box>
            <Button size="small" onClick={() => setMost(most + step * 2)}>
              {say.older}
            </Button>
          </Box>
        )}
      </Stack>
      {opened && (
        <SardDialog
          student={student}
          name={name}
          subjects={subjects}
          {...('stored' in opened ? { stored: opened.stored } : opened.due && { due: opened.due })}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  );
}

interface DueTestsProps extends Pick<SardPanelProps, 'student' | 'subjects'> {
  held: readonly Sard[];
  /** Null: only told. */
  onRecord: ((due: JuzTest) => void) | null;
}

/** The tests that the plans of a student ask for. */
function DueTests({ student, subjects, held, onRecord }: DueTestsProps) {
  const { hifz } = useApi();
  const today = useToday();
  // The task of a day stays as it was before it, so the server still asks for what was held today.
  const isHeld = ({ from_juz, to_juz, subject_code }: JuzTest) =>
    held.some(
      (one) =>
        one.date === today &&
        one.passed &&
        one.subject_code === subject_code &&
        one.from_juz <= from_juz &&
        one.to_juz >= to_juz,
    );
  const tasks = useQueries({
    queries: subjects.map(({ subject_code }) => ({
      queryKey: ['hifz', 'task', student, subject_code],
      queryFn: async () => (await hifz()).task(student, subject_code),
    })),
  });
  return tasks.map(({ data }, place) => {
    const subject_code = subjects[place]?.subject_code;
    if (!data?.test || subject_code === undefined) return null;
    const due = { ...data.test, subject_code };
    if (isHeld(due)) return null;
    const juz = say.ofJuz(due.from_juz, due.to_juz);
    return (
      <Alert
        key={subject_code}
        severity="info"
        sx={{ alignItems: 'center' }}
        action={
          onRecord && (
            <Button
              color="inherit"
              size="small"
              variant="outlined"
              aria-label={say.recordDue(juz)}
              onClick={() => onRecord(due)}
            >
              {say.record}
            </Button>
          )
        }
      >
        <b>{say.due(juz)}</b>. {say.dueText}
      </Alert>
    );
  });
}

interface HeldSardProps {
  sard: Sard;
  /** Null: read only. */
  onEdit: (() => void) | null;
}

function HeldSard({ sard, onEdit }: HeldSardProps) {
  const kinds = useFaultKinds();
  const { from_juz, to_juz, date, examiner, mark, max, faults } = sard;
  const ofJuz = say.ofJuz(from_juz, to_juz);
  const faultCount = words.faultCount(sumOf(faults));
  const kindsOf = kinds && describeFaults(faults, nameOfKind(kinds));
  const facts = [
    examiner && say.by(examiner),
    mark !== null && max !== null && say.markOf(mark, max),
    kindsOf ? `${faultCount} (${kindsOf})` : faultCount,
  ].filter(Boolean);
  return (
    <ListRow
      action={
        onEdit && (
          <Stack direction="row">
            <IconAction title={say.edit} label={say.editOf(ofJuz)} onClick={onEdit}>
              <Edit fontSize="small" />
            </IconAction>
            <Withdraw sard={sard} juz={ofJuz} />
          </Stack>
        )
      }
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{say.juz(from_juz, to_juz)}</Typography>
        <Typography variant="body2">{hijriDate(date)}</Typography>
        <Verdict isPassed={sard.passed} />
      </Stack>
      <SecondaryText variant="caption">{facts.join(' · ')}</SecondaryText>
    </ListRow>
  );
}

function Verdict({ isPassed }: { isPassed: boolean }) {
  const Sign = isPassed ? Passed : Failed;
  return (
    <SignedWord sign={<Sign fontSize="small" aria-hidden />} color={isPassed ? 'success.main' : 'error.main'}>
      {isPassed ? say.passed : say.failed}
    </SignedWord>
  );
}

function Withdraw({ sard, juz }: { sard: Sard; juz: string }) {
  const { hifz } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await hifz()).removeSard(sard.id),
    onSuccess: ({ operation_id }) => {
      setIsOpen(false);
      notifyDone(say.withdrawn, { operation_id });
    },
    onError: (problem) => {
      setIsOpen(false);
      notifyProblem(problem, say.withdrawFailed);
    },
  });
  return (
    <>
      <DeleteAction label={say.withdrawOf(juz)} onClick={() => setIsOpen(true)} />
      <ConfirmDelete
        isOpen={isOpen}
        question={say.withdrawQuestion}
        name={[juz, hijriDate(sard.date)].join(t('ui.comma'))}
        isPending={isPending}
        onConfirm={() => mutate()}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
