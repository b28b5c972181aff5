import { DialogContent, List, ListItem, ListItemText, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { GradeChange } from '../../../contract/grades';
import { type GradeSettings, columnName } from '../../../contract/rules/gradeSettings';
import { useApi } from '../../dataProvider/useApi';
import type { Sheet as Offering } from '../../dataProvider/teaching';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { ErrorState } from '../../ui/page/States';
import { formatAgo, useNow } from '../../ui/page/useAgo';

interface GradeHistoryProps {
  offering: Offering;
  student: { studentId: string; studentName: string };
  settings: GradeSettings;
  onClose: () => void;
}

export default function GradeHistory({ offering, student, settings, onClose }: GradeHistoryProps) {
  const text = useStudentText();
  const { gradeHistory } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['grades', 'history', offering, student.studentId],
    queryFn: () => gradeHistory(offering, student.studentId),
    staleTime: 0,
  });
  return (
    <FormDialog isOpen title={t('gradeEntry.historyOf', { student: student.studentName })} onClose={onClose}>
      <DialogContent>
        {error ? (
          <ErrorState title={t('gradeEntry.historyFailed')} error={error} onRetry={refetch} />
        ) : data === undefined ? (
          <Skeleton variant="rounded" height={160} />
        ) : data === null || data.length === 0 ? (
          <Typography color="text.secondary">
            {text(data === null ? 'gradeEntry.historyMissing' : 'gradeEntry.historyEmpty')}
          </Typography>
        ) : (
          <List disablePadding>
            {data.map((change, index) => (
              <ChangeItem key={index} change={change} settings={settings} />
            ))}
          </List>
        )}
      </DialogContent>
    </FormDialog>
  );
}

function ChangeItem({ change, settings }: { change: GradeChange; settings: GradeSettings }) {
  const now = useNow();
  const { column, from, to, user_name, user_role, at, is_undo } = change;
  const formatMark = (mark: number | null) => (mark === null ? t('teaching.notRecorded') : String(mark));
  const role = t(roleKeys[user_role] ?? 'ui.nothing');
  return (
    <ListItem disableGutters divider>
      <ListItemText
        primary={t('gradeEntry.change', {
          column: columnName(settings, column),
          from: formatMark(from),
          to: formatMark(to),
        })}
        secondary={
          <>
            <bdi>{user_name}</bdi> ({role}) · <time dateTime={at}>{formatAgo(at, now)}</time> ·{' '}
            <bdi>{dateTimeFormat.format(new Date(at))}</bdi>
            {is_undo && ` · ${t('gradeEntry.byUndo')}`}
          </>
        }
      />
    </ListItem>
  );
}

const roleKeys: Record<string, 'shell.roles.admin' | 'shell.roles.teacher' | 'shell.roles.student'> = {
  admin: 'shell.roles.admin',
  teacher: 'shell.roles.teacher',
  student: 'shell.roles.student',
};

const dateTimeFormat = new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', {
  dateStyle: 'medium',
  timeStyle: 'short',
});
