import Discard from '@mui/icons-material/DeleteOutlined';
import Open from '@mui/icons-material/ChevronLeft';
import Arrived from '@mui/icons-material/TaskAltOutlined';
import { Alert, Box, Button, Card, Chip, List, ListItem, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { hijriDate } from '../../../contract/rules/hijri';
import { findInstallObstacle } from '../../dataProvider/appVersion';
import {
  useDelivered,
  useIsOutboxLoaded,
  useUnreadable,
  useQueued,
} from '../../dataProvider/outbox/userOutbox';
import type { Entry } from '../../dataProvider/outbox/kinds';
import { discard, dropUnreadable, sendQueued } from '../../dataProvider/outbox/outbox';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { Isolated } from '../../ui/page/Isolated';
import { IconAction } from '../../ui/page/IconAction';
import { Ago } from '../../ui/page/Moment';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState } from '../../ui/page/States';

/**
 * Lists the queued entries of this device, and the entries that reached the server while the page is open.
 */
export default function OutboxPage() {
  const queuedEntries = useQueued();
  // Entries that need a decision come first.
  const waitingEntries = [
    ...queuedEntries.filter(({ state }) => state === 'refused'),
    ...queuedEntries.filter(({ state }) => state !== 'refused'),
  ];
  const arrivedEntries = useDelivered();
  const unreadableCount = useUnreadable();
  const { notifyError } = useNotices();
  const [discardTarget, setDiscardTarget] = useState<DiscardTarget | null>(null);
  const canSend = waitingEntries.some(({ state }) => state === 'waiting');
  const isEmpty =
    useIsOutboxLoaded() && waitingEntries.length + arrivedEntries.length + unreadableCount === 0;
  return (
    <Page
      title={t('outbox.title')}
      mainAction={
        canSend && (
          <Button variant="contained" onClick={sendQueued}>
            {t('ui.sendNow')}
          </Button>
        )
      }
    >
      <Stack spacing={2} role="status">
        {unreadableCount > 0 && (
          <Alert
            severity="error"
            action={
              <Button
                color="inherit"
                onClick={() =>
                  setDiscardTarget({
                    name: t('outbox.unreadable', { smart_count: unreadableCount }),
                    discard: dropUnreadable,
                  })
                }
              >
                {t('outbox.discard')}
              </Button>
            }
          >
            {t('outbox.unreadable', { smart_count: unreadableCount })}
          </Alert>
        )}
        {waitingEntries.length > 0 && findInstallObstacle() === 'insecure' && (
          <Alert severity="warning">{t('outbox.readable')}</Alert>
        )}
        {isEmpty && (
          <EmptyState
            icon={<Arrived color="success" />}
            title={t('outbox.emptyTitle')}
            text={t('outbox.emptyText')}
          />
        )}
        {canSend && <SecondaryText>{t('outbox.waitingText')}</SecondaryText>}
        {waitingEntries.length + arrivedEntries.length > 0 && (
          <Card variant="outlined">
            <List disablePadding>
              {waitingEntries.map((entry) => (
                <WaitingEntry
                  key={entry.id}
                  entry={entry}
                  onDiscard={() =>
                    setDiscardTarget({ name: entryName(entry), discard: () => discard(entry) })
                  }
                />
              ))}
              {arrivedEntries.slice(0, maxArrivedEntries).map(({ entry }) => (
                <EntryRow key={entry.id} entry={entry} state="arrived" />
              ))}
            </List>
          </Card>
        )}
      </Stack>
      {discardTarget && (
        <QuestionDialog
          title={t('outbox.discardTitle')}
          text={t('outbox.discardText')}
          name={discardTarget.name}
          confirmLabel={t('outbox.discard')}
          isDanger
          onConfirm={() => {
            discardTarget.discard().catch(() => notifyError(t('outbox.discardFailed')));
            setDiscardTarget(null);
          }}
          onClose={() => setDiscardTarget(null)}
        />
      )}
    </Page>
  );
}

interface DiscardTarget {
  name: string;
  discard: () => Promise<void>;
}

const maxArrivedEntries = 20;

function entryName(entry: Entry): string {
  if (entry.kind === 'answers')
    return entry.title ? t('outbox.answers', { title: entry.title }) : t('outbox.answersUntitled');
  if (entry.kind === 'marks') return t('outbox.marks', { subject: entry.subjectName || entry.subjectCode });
  const day = hijriDate(entry.date);
  if (entry.kind === 'register') return t('outbox.register', { day });
  if (entry.kind === 'recitation')
    return t('outbox.recitation', { name: entry.studentName, kind: entry.kindName, day });
  const { hearing, students } = entry;
  if (!hearing) return t('outbox.records', { day });
  return t('outbox.hearing', { name: students[hearing.student] ?? '', kind: hearing.kindName, day });
}

/** Returns the URL of the screen on which the user wrote the entry. */
function entryUrl(entry: Entry): string {
  if (entry.kind === 'answers') return `/assignments/${entry.assignmentId}/submit`;
  if (entry.kind === 'marks') return `/grades?${contextParams(entry)}`;
  if (entry.kind === 'register') return `/absences?${contextParams(entry)}`;
  const hearingTarget =
    entry.kind === 'recitation'
      ? { student: entry.recitation.studentId, kind: entry.recitation.kind }
      : entry.hearing;
  return hearingTarget
    ? `/halaqa?${contextParams(entry)}&${new URLSearchParams({ student: hearingTarget.student, kind: hearingTarget.kind })}`
    : `/daily-records?${contextParams(entry)}`;
}

interface EntryContext {
  subjectCode: string;
  date?: string;
  circle?: number;
}

function contextParams({ subjectCode, date, circle }: EntryContext): string {
  // The code of an offering ends with the number of its batch.
  const batch = /-(\d+)$/.exec(subjectCode)?.[1];
  return String(
    new URLSearchParams({
      ...(batch && { batch_id: batch }),
      subject_code: subjectCode,
      ...(date && { date }),
      ...(circle !== undefined && { circle_id: String(circle) }),
    }),
  );
}

function WaitingEntry({ entry, onDiscard }: { entry: Entry; onDiscard: () => void }) {
  const name = entryName(entry);
  return (
    <EntryRow entry={entry} state={entry.state}>
      <IconAction
        title={t('outbox.open')}
        label={t('outbox.openOne', { name })}
        color="primary"
        to={entryUrl(entry)}
      >
        <Open />
      </IconAction>
      <IconAction
        title={t('outbox.discard')}
        label={t('outbox.discardOne', { name })}
        color="error"
        disabled={entry.state === 'sending'}
        onClick={onDiscard}
      >
        <Discard />
      </IconAction>
    </EntryRow>
  );
}

const colors = { waiting: 'warning', sending: 'info', arrived: 'success', refused: 'error' } as const;

interface EntryRowProps {
  entry: Entry;
  state: keyof typeof colors;
  children?: ReactNode;
}

function EntryRow({ entry, state, children }: EntryRowProps) {
  return (
    <ListItem divider sx={{ display: 'block', pt: 1.5, pb: children ? 0.5 : 1.5, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{entryName(entry)}</Typography>
      {entry.kind !== 'answers' && (
        <SecondaryText>
          {(entry.kind === 'marks'
            ? [entry.batchName]
            : [entry.named?.circle, entry.named?.subject, entry.batchName]
          )
            .filter(Boolean)
            .map((name) => `${name} · `)}
          <Isolated>{entry.subjectCode}</Isolated>
          {entry.kind === 'marks' && ` · ${t('counted.students', { smart_count: entry.rows.length })}`}
        </SecondaryText>
      )}
      {state === 'refused' && <Typography color="error">{entry.problem?.message}</Typography>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Chip size="small" variant="outlined" color={colors[state]} label={t(`outbox.states.${state}`)} />
        <SecondaryText sx={{ flex: 1 }}>
          {t('outbox.savedAt')} <Ago value={entry.at} />
        </SecondaryText>
        {children}
      </Box>
    </ListItem>
  );
}
