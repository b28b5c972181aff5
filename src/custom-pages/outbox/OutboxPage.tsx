import Arrived from '@mui/icons-material/TaskAltOutlined';
import { Alert, Box, Button, Card, Chip, List, ListItem, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { gregorianDate } from '../../../contract/rules/hijri';
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
import { LinkButton } from '../../ui/page/LinkButton';
import { Moment } from '../../ui/page/Moment';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState } from '../../ui/page/States';

/** What was saved on this device and has not arrived yet, and what has arrived while the page was open. */
export default function OutboxPage() {
  const waiting = useQueued();
  const arrived = useDelivered();
  const unreadable = useUnreadable();
  const { notifyError } = useNotices();
  const [discarded, setDiscarded] = useState<Discarded | null>(null);
  const canSend = waiting.some(({ state }) => state === 'waiting');
  const isEmpty = useIsOutboxLoaded() && waiting.length + arrived.length + unreadable === 0;
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
        {unreadable > 0 && (
          <Alert
            severity="error"
            action={
              <Button
                color="inherit"
                onClick={() =>
                  setDiscarded({
                    name: t('outbox.unreadable', { smart_count: unreadable }),
                    discard: dropUnreadable,
                  })
                }
              >
                {t('outbox.discard')}
              </Button>
            }
          >
            {t('outbox.unreadable', { smart_count: unreadable })}
          </Alert>
        )}
        {isEmpty && (
          <EmptyState
            icon={<Arrived color="success" />}
            title={t('outbox.emptyTitle')}
            text={t('outbox.emptyText')}
          />
        )}
        {waiting.length + arrived.length > 0 && (
          <Card variant="outlined">
            <List disablePadding>
              {waiting.map((entry) => (
                <WaitingEntry
                  key={entry.id}
                  entry={entry}
                  onDiscard={() => setDiscarded({ name: nameOf(entry), discard: () => discard(entry) })}
                />
              ))}
              {arrived.slice(0, maxArrived).map(({ entry }) => (
                <EntryRow key={entry.id} entry={entry} state="arrived" />
              ))}
            </List>
          </Card>
        )}
      </Stack>
      {discarded && (
        <QuestionDialog
          title={t('outbox.discardTitle')}
          text={t('outbox.discardText')}
          name={discarded.name}
          confirm={t('outbox.discard')}
          isDanger
          onConfirm={() => {
            discarded.discard().catch(() => notifyError(t('outbox.discardFailed')));
            setDiscarded(null);
          }}
          onClose={() => setDiscarded(null)}
        />
      )}
    </Page>
  );
}

interface Discarded {
  name: string;
  discard: () => Promise<void>;
}

/** Of what has arrived the newest are shown. */
const maxArrived = 20;

function nameOf(entry: Entry): string {
  if (entry.kind === 'answers')
    return entry.title ? t('outbox.answers', { title: entry.title }) : t('outbox.answersUntitled');
  if (entry.kind === 'marks') return t('outbox.marks', { subject: entry.subjectName || entry.subjectCode });
  const day = t('ui.gregorian', { date: gregorianDate(entry.date) });
  if (entry.kind === 'register') return t('outbox.register', { day });
  if (entry.kind === 'recitation')
    return t('outbox.recitation', { name: entry.studentName, kind: entry.kindName, day });
  const { hearing, students } = entry;
  if (!hearing) return t('outbox.records', { day });
  return t('outbox.hearing', { name: students[hearing.student] ?? '', kind: hearing.kindName, day });
}

/** Where it was written: there it can be seen, and decided. */
function placeOf(entry: Entry): string {
  if (entry.kind === 'answers') return `/assignments/${entry.assignmentId}/submit`;
  if (entry.kind === 'marks') return `/grades?${addressOf(entry)}`;
  if (entry.kind === 'register') return `/absences?${addressOf(entry)}`;
  const heard =
    entry.kind === 'recitation'
      ? { student: entry.recitation.studentId, kind: entry.recitation.kind }
      : entry.hearing;
  return heard
    ? `/halaqa?${addressOf(entry)}&${new URLSearchParams({ student: heard.student, kind: heard.kind })}`
    : `/daily-records?${addressOf(entry)}`;
}

interface Place {
  subjectCode: string;
  date?: string;
  circle?: number;
}

function addressOf({ subjectCode, date, circle }: Place): string {
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
  const name = nameOf(entry);
  const isRefused = entry.state === 'refused';
  return (
    <EntryRow entry={entry} state={entry.state}>
      <LinkButton
        to={placeOf(entry)}
        label={t('outbox.open')}
        aria-label={t('outbox.openOne', { name })}
        variant={isRefused ? 'contained' : 'text'}
      />
      <Button
        color="error"
        aria-label={t('outbox.discardOne', { name })}
        disabled={entry.state === 'sending'}
        onClick={onDiscard}
      >
        {t('outbox.discard')}
      </Button>
    </EntryRow>
  );
}

const colors = { waiting: 'warning', sending: 'info', arrived: 'success', refused: 'error' } as const;

const line = { display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' } as const;
const onOneLine = { ...line, '& time': line } as const;

interface EntryRowProps {
  entry: Entry;
  state: keyof typeof colors;
  children?: ReactNode;
}

function EntryRow({ entry, state, children }: EntryRowProps) {
  return (
    <ListItem divider sx={{ flexWrap: 'wrap', gap: 1, py: 1.5, '&:last-child': { borderBottom: 0 } }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{nameOf(entry)}</Typography>
        {entry.kind !== 'answers' && (
          <SecondaryText>
            {(entry.kind === 'marks'
              ? [entry.batchName]
              : [entry.named?.circle, entry.named?.subject, entry.batchName]
            )
              .filter(Boolean)
              .map((name) => `${name} · `)}
            <Isolated>{entry.subjectCode}</Isolated>
            {entry.kind === 'marks' && ` · ${t('outbox.students', { smart_count: entry.rows.length })}`}
          </SecondaryText>
        )}
        <SecondaryText component="div" sx={onOneLine}>
          {t('outbox.savedAt')} <Moment value={entry.at} />
        </SecondaryText>
        {state === 'refused' && <Typography color="error">{entry.problem?.message}</Typography>}
        {state === 'waiting' && <SecondaryText>{t('outbox.waitingText')}</SecondaryText>}
      </Box>
      <Chip variant="outlined" color={colors[state]} label={t(`outbox.states.${state}`)} />
      <Box sx={{ display: 'flex', gap: 1 }}>{children}</Box>
    </ListItem>
  );
}
