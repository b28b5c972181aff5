import Lock from '@mui/icons-material/LockOutlined';
import Done from '@mui/icons-material/TaskAltOutlined';
import { Alert, Box, Button, LinearProgress, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useStore } from 'react-admin';
import { maxMessageText } from '../../../contract/families/tell';
import { parseRowId } from '../../../contract/fields';
import { weekdayIndex } from '../../../contract/rules/days';
import {
  type MessageChannel,
  messageChannels,
  type MessageKind,
  messageKinds,
} from '../../../contract/rules/messages/message';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { useInstitute } from '../../dataProvider/useInstitute';
import { useDay } from '../../features/teaching-context/useDay';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { Isolated } from '../../ui/page/Isolated';
import { Page } from '../../ui/page/Page';
import { problemMessage } from '../../ui/page/problemMessage';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { useAddress } from '../../ui/page/useAddress';
import { MessageCard } from './MessageCard';
import { MessageList, Unreachable } from './MessageList';
import { TellFilters } from './TellFilters';
import { isOpened, type Message, recipientName, type Tell, type TellChoice, useTell } from './useTell';

const TemplatesDialog = lazyDialog(() => import('./TemplatesDialog'));

const thursday = 4;

/** The messages of a day to families. The user's own app sends them. */
export default function TellPage() {
  const user = useSession()?.user;
  const { isOurs } = useServerFeatures();
  const { data: institute, isPending: isLoading } = useInstitute();
  const [isEditing, setIsEditing] = useState(false);
  const isClosed = user?.role === 'teacher' && institute?.teachers_contact_guardians === false;
  const canEdit = user?.role === 'admin' && user.section === null;
  return (
    <Page title={t('tell.title')}>
      {isOurs === false ? (
        <EmptyState title={t('tell.closedTitle')} text={t('tell.plainText')} />
      ) : isClosed ? (
        <EmptyState icon={<Lock />} title={t('tell.closedTitle')} text={t('tell.closedText')} />
      ) : user?.role === 'teacher' && isLoading ? (
        <LoadingState shape="record" />
      ) : (
        <Messages {...(canEdit && { onEditTemplates: () => setIsEditing(true) })} />
      )}
      {isEditing && <TemplatesDialog onClose={() => setIsEditing(false)} />}
    </Page>
  );
}

function useTellChoice() {
  const [address, change] = useAddress();
  const day = useDay();
  const [freeText, setFreeText] = useState('');
  const kind = messageKinds.find((one) => one === address.get('kind')) ?? 'absent';
  const choice: TellChoice = {
    kind,
    date: day.date,
    batchId: parseRowId(address.get('batch_id')),
    circleId: parseRowId(address.get('circle_id')),
    freeText,
  };
  const set = (values: Record<string, string | null>) =>
    change((parameters) => {
      for (const [name, value] of Object.entries(values))
        if (value === null) parameters.delete(name);
        else parameters.set(name, value);
    });
  return { choice, day, set, setFreeText };
}

function Messages({ onEditTemplates }: { onEditTemplates?: () => void }) {
  const { choice, day, set, setFreeText } = useTellChoice();
  const [channel, setChannel] = useStore<MessageChannel>('tell.channel', 'whatsapp');
  const tell = useTell(choice);
  const { kind, date } = choice;
  const chooseKind = (chosen: MessageKind) => set({ kind: chosen });
  return (
    <>
      <Box
        sx={{
          overflowX: 'auto',
          mx: { xs: -2, sm: 0 },
          px: { xs: 2, sm: 0 },
          '& > *': { width: 'max-content' },
        }}
      >
        <ViewChoice
          label={t('tell.kind')}
          views={new Map(messageKinds.map((one) => [one, t(`tell.kinds.${one}`)]))}
          value={kind}
          onChange={chooseKind}
        />
      </Box>
      <TellFilters choice={choice} day={day} channel={channel} onChange={set}>
        <ViewChoice
          label={t('tell.channel')}
          views={new Map(messageChannels.map((one) => [one, t(`tell.channels.${one}`)]))}
          value={channel}
          onChange={setChannel}
        />
        {onEditTemplates && (
          <Button onClick={onEditTemplates} sx={{ justifySelf: 'start' }}>
            {t('tell.templates')}
          </Button>
        )}
      </TellFilters>
      {weekdayIndex(date) === thursday && kind !== 'week' && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" onClick={() => chooseKind('week')}>
              {t('tell.showWeek')}
            </Button>
          }
        >
          {t('tell.thursday')}
        </Alert>
      )}
      {kind === 'free' && (
        <FreeText onReady={setFreeText} isGroupChosen={choice.batchId !== null || choice.circleId !== null} />
      )}
      <Work
        // Other messages begin at the first one.
        key={JSON.stringify(choice)}
        tell={tell}
        kind={kind}
        channel={channel}
      />
    </>
  );
}

interface FreeTextProps {
  isGroupChosen: boolean;
  onReady: (text: string) => void;
}

function FreeText({ isGroupChosen, onReady }: FreeTextProps) {
  const [text, setText] = useState('');
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onReady(text.trim());
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <TextField
        label={t('tell.freeText')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        multiline
        minRows={3}
        slotProps={{ htmlInput: { maxLength: maxMessageText / 2 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        disabled={text.trim() === '' || !isGroupChosen}
        sx={{ justifySelf: 'start' }}
      >
        {t('tell.prepare')}
      </Button>
    </Box>
  );
}

interface WorkProps {
  tell: Tell;
  kind: MessageKind;
  channel: MessageChannel;
}

function Work({ tell, kind, channel }: WorkProps) {
  const { messages, unreachable, error, isLoading, isReady, refetch } = tell;
  const notify = useNotify();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [lastOpened, setLastOpened] = useState<string | null>(null);
  if (error) return <ErrorState title={t('tell.loadFailed')} error={error} onRetry={refetch} />;
  if (!isReady) return <EmptyState title={t('tell.kinds.free')} text={t('tell.freeChoose')} />;
  if (isLoading) return <LoadingState shape="record" />;
  if (messages.length === 0 && unreachable.length === 0)
    return <EmptyState title={t('tell.emptyTitle')} text={t(`tell.emptyTexts.${kind}`)} />;

  const findNext = (after: string | null) => {
    const from = messages.findIndex(({ key }) => key === after) + 1;
    const inOrder = [...messages.slice(from), ...messages.slice(0, from)];
    return inOrder.find((message) => !isOpened(message) && message.key !== after);
  };
  const current = messages.find(({ key }) => key === chosenKey) ?? findNext(null);
  const opened = messages.filter(isOpened);
  const last = messages.find(({ key }) => key === lastOpened);
  const putBack = (message: Message) =>
    tell.putBack(message).then(
      () => setChosenKey(message.key),
      (problem: unknown) => notify(problemMessage(problem, t('tell.putBackFailed')), { type: 'error' }),
    );
  return (
    <Stack sx={{ gap: { xs: 1.5, sm: 2 }, minWidth: 0, pb: { xs: 10, sm: 0 } }}>
      {tell.failedCount > 0 && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={tell.retryFailed}>
              {t('ui.tryAgain')}
            </Button>
          }
        >
          {t('tell.storeFailed', { smart_count: tell.failedCount })}
        </Alert>
      )}
      <OwnNumberNotice />
      {messages.length > 0 && <Progress done={opened.length} of={messages.length} />}
      <Box sx={columns}>
        <Stack sx={{ gap: 1, minWidth: 0 }}>
          {last && isOpened(last) && last !== current && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography color="text.secondary" role="status" sx={{ flex: 1, minWidth: 0 }}>
                {t('tell.lastOpened', { name: recipientName(last) })}
              </Typography>
              <Button disabled={last.isPending} onClick={() => void putBack(last)}>
                {t('tell.notSent')}
              </Button>
            </Box>
          )}
          {current ? (
            <MessageCard
              key={current.key}
              message={current}
              channel={channel}
              hasNext={findNext(current.key) !== undefined}
              onOpen={(text) => {
                setChosenKey(current.key);
                setLastOpened(current.key);
                void tell.open(current, channel, text);
              }}
              onNext={() => setChosenKey(findNext(current.key)?.key ?? current.key)}
            />
          ) : (
            messages.length > 0 && (
              <EmptyState icon={<Done />} title={t('tell.allDoneTitle')} text={t('tell.allDoneText')} />
            )
          )}
        </Stack>
        <Stack sx={{ gap: { xs: 1.5, sm: 2 }, minWidth: 0 }}>
          {messages.length > 0 && (
            <MessageList
              messages={messages}
              currentKey={current?.key ?? null}
              onChoose={({ key }) => setChosenKey(key)}
              onPutBack={(message) => void putBack(message)}
            />
          )}
          <Unreachable messages={unreachable} />
        </Stack>
      </Box>
    </Stack>
  );
}

/** The message stands beside the list on wide screens. */
const columns = {
  display: 'grid',
  gap: { xs: 1.5, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
  alignItems: 'start',
} as const;

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <LinearProgress
        variant="determinate"
        // The role is not `progressbar`, because nothing is loading.
        role="meter"
        value={(done * 100) / of}
        aria-valuenow={done}
        aria-valuemax={of}
        aria-label={t('tell.progressLabel')}
        sx={{ flex: 1, height: 8, borderRadius: 4 }}
      />
      <Typography role="status" sx={{ fontWeight: 700 }}>
        <Isolated>{t('tell.progress', { done, of })}</Isolated>
      </Typography>
    </Box>
  );
}

/** Shown until the user has read it once. */
function OwnNumberNotice() {
  const [isKnown, setIsKnown] = useStore('tell.isOwnNumberKnown', false);
  if (isKnown) return null;
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" onClick={() => setIsKnown(true)}>
          {t('tell.understood')}
        </Button>
      }
    >
      {t('tell.ownNumber')}
    </Alert>
  );
}
