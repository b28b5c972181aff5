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
import { hifz as hifzLabels } from '../../i18n/ar/hifz';
import { sard as labels } from '../../i18n/ar/hifzProgress';
import { t } from '../../i18n/text';
import { ConfirmDelete, useDeletion } from '../../ui/dialog/ConfirmDelete';
import { useNotices } from '../../ui/dialog/Toasts';
import { ListRow } from '../../ui/list/ListRow';
import { DeleteAction, IconAction } from '../../ui/page/IconAction';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { IconLabel } from '../../ui/page/IconLabel';
import { ErrorState } from '../../ui/page/States';
import { describeFaults, sumFaults } from '../hearing/hearing';
import { SardDialog } from './SardDialog';
import { kindNames, useFaultKinds } from './sardForm';

interface SardSubject {
  subject_code: string;
  name: string;
}

interface SardPanelProps {
  student: string;
  name: string;
  /** The subjects in which the user may record a sard. A student has none. */
  subjects: readonly SardSubject[];
}

const pageSize = 5;

type DueSard = NonNullable<HifzTask['test']> & { subject_code: string };
type DialogState = { stored: Sard } | { due: DueSard | null };

export default function SardPanel({ student, name, subjects }: SardPanelProps) {
  const { hifz } = useApi();
  const isStaff = useSession()?.user.role !== 'student';
  const [visibleCount, setVisibleCount] = useState(pageSize);
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'sard', student, visibleCount],
    // The query loads one sard more than the page shows, to know whether older ones exist.
    queryFn: async () => (await hifz()).sards(student, visibleCount + 1),
    placeholderData: keepPreviousData,
  });
  const canRecord = isStaff && subjects.length > 0;
  return (
    <Panel title={labels.title} isOnScreenOnly>
      <Stack spacing={1.5}>
        <DueSards
          student={student}
          subjects={subjects}
          sards={data ?? []}
          onRecord={canRecord ? (due) => setDialog({ due }) : null}
        />
        {canRecord && (
          <Box>
            <Button variant="outlined" size="small" onClick={() => setDialog({ due: null })}>
              {labels.add}
            </Button>
          </Box>
        )}
        {error && !data ? (
          <ErrorState title={labels.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton variant="rounded" height={120} />
        ) : data.length === 0 ? (
          <Typography color="text.secondary">{labels.none}</Typography>
        ) : (
          <Box component="ul" aria-label={labels.list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.slice(0, visibleCount).map((sard) => (
              <SardRow
                key={sard.id}
                sard={sard}
                onEdit={
                  isStaff && subjects.some(({ subject_code }) => subject_code === sard.subject_code)
                    ? () => setDialog({ stored: sard })
                    : null
                }
              />
            ))}
          </Box>
        )}
        {data && data.length > visibleCount && (
          <Box>
            <Button size="small" onClick={() => setVisibleCount(visibleCount + pageSize * 2)}>
              {labels.older}
            </Button>
          </Box>
        )}
      </Stack>
      {dialog && (
        <SardDialog
          student={student}
          name={name}
          subjects={subjects}
          {...('stored' in dialog ? { stored: dialog.stored } : dialog.due && { due: dialog.due })}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  );
}

interface DueSardsProps extends Pick<SardPanelProps, 'student' | 'subjects'> {
  sards: readonly Sard[];
  /** Null if the user may not record a sard. */
  onRecord: ((due: DueSard) => void) | null;
}

function DueSards({ student, subjects, sards, onRecord }: DueSardsProps) {
  const { hifz } = useApi();
  const today = useToday();
  // The server computes the task before the day begins, so it still contains a sard that was passed today.
  const isPassedToday = ({ from_juz, to_juz, subject_code }: DueSard) =>
    sards.some(
      (sard) =>
        sard.date === today &&
        sard.passed &&
        sard.subject_code === subject_code &&
        sard.from_juz <= from_juz &&
        sard.to_juz >= to_juz,
    );
  const tasks = useQueries({
    queries: subjects.map(({ subject_code }) => ({
      queryKey: ['hifz', 'task', student, subject_code],
      queryFn: async () => (await hifz()).task(student, subject_code),
    })),
  });
  return tasks.map(({ data }, index) => {
    const subject_code = subjects[index]?.subject_code;
    if (!data?.test || subject_code === undefined) return null;
    const due = { ...data.test, subject_code };
    if (isPassedToday(due)) return null;
    const juz = labels.ofJuz(due.from_juz, due.to_juz);
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
              aria-label={labels.recordDue(juz)}
              onClick={() => onRecord(due)}
            >
              {labels.record}
            </Button>
          )
        }
      >
        <b>{labels.due(juz)}</b>. {onRecord ? labels.dueText : labels.dueOwnText}
      </Alert>
    );
  });
}

interface SardRowProps {
  sard: Sard;
  onEdit: (() => void) | null;
}

function SardRow({ sard, onEdit }: SardRowProps) {
  const kinds = useFaultKinds();
  const { from_juz, to_juz, date, examiner, mark, max, faults } = sard;
  const juzName = labels.ofJuz(from_juz, to_juz);
  const faultCount = hifzLabels.faultCount(sumFaults(faults));
  const faultText = kinds && describeFaults(faults, kindNames(kinds));
  const facts = [
    examiner && labels.by(examiner),
    mark !== null && max !== null && labels.markOf(mark, max),
    faultText ? `${faultCount} (${faultText})` : faultCount,
  ].filter(Boolean);
  return (
    <ListRow
      action={
        onEdit && (
          <Stack direction="row">
            <IconAction title={labels.edit} label={labels.editOf(juzName)} onClick={onEdit}>
              <Edit fontSize="small" />
            </IconAction>
            <DeleteSard sard={sard} juz={juzName} />
          </Stack>
        )
      }
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{labels.juz(from_juz, to_juz)}</Typography>
        <Typography variant="body2">{hijriDate(date)}</Typography>
        <Verdict isPassed={sard.passed} />
      </Stack>
      <SecondaryText variant="caption">{facts.join(' · ')}</SecondaryText>
    </ListRow>
  );
}

function Verdict({ isPassed }: { isPassed: boolean }) {
  const Icon = isPassed ? Passed : Failed;
  return (
    <IconLabel icon={<Icon fontSize="small" aria-hidden />} color={isPassed ? 'success.main' : 'error.main'}>
      {isPassed ? labels.passed : labels.failed}
    </IconLabel>
  );
}

function DeleteSard({ sard, juz }: { sard: Sard; juz: string }) {
  const { hifz } = useApi();
  const { notifyDone } = useNotices();
  const { open, close, onError, dialog } = useDeletion(labels.deleteFailed);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await hifz()).removeSard(sard.id),
    onSuccess: ({ operation_id }) => {
      close();
      notifyDone(labels.deleted, { operation_id });
    },
    onError,
  });
  return (
    <>
      <DeleteAction label={labels.deleteOf(juz)} onClick={open} />
      <ConfirmDelete
        {...dialog}
        question={labels.deleteQuestion}
        name={[juz, hijriDate(sard.date)].join(t('ui.comma'))}
        isPending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
