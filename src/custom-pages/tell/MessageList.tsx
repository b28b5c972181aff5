import {
  Box,
  Button,
  Card,
  Chip,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { filterRows } from '../../../contract/rules/arabicText';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { SearchField } from '../../ui/list/SearchField';
import { InlineMoment } from '../../ui/page/Moment';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { isOpened, type Message, recipientName } from './useTell';

interface MessageListProps {
  messages: readonly Message[];
  currentKey: string | null;
  onChoose: (message: Message) => void;
  onPutBack: (message: Message) => void;
}

/** All messages in the order of their students. A chosen message is matches above. */
export function MessageList({ messages, currentKey, onChoose, onPutBack }: MessageListProps) {
  const [q, setQ] = useState('');
  const [isHiding, setIsHiding] = useState(false);
  const open = isHiding ? messages.filter((message) => !isOpened(message)) : messages;
  const matches =
    q === ''
      ? open
      : filterRows(open, q, ({ name, students }) => [name ?? '', ...students.map((student) => student.name)]);
  return (
    <Card component="section" aria-label={t('tell.all')} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('tell.all')}
        </Typography>
        <CheckField label={t('tell.hideOpened')} checked={isHiding} onChange={setIsHiding} />
      </Box>
      <SearchField label={t('tell.search')} q={q} onSearch={setQ} />
      {matches.length === 0 && <SecondaryText>{t('tell.noneFound')}</SecondaryText>}
      <List disablePadding>
        {matches.map((message) => (
          <Row
            key={message.key}
            message={message}
            isCurrent={message.key === currentKey}
            onChoose={() => onChoose(message)}
            onPutBack={() => onPutBack(message)}
          />
        ))}
      </List>
    </Card>
  );
}

interface RowProps {
  message: Message;
  isCurrent: boolean;
  onChoose: () => void;
  onPutBack: () => void;
}

function Row({ message, isCurrent, onChoose, onPutBack }: RowProps) {
  const { state, students, opened_at, opened_by } = message;
  const name = recipientName(message);
  const children = students.map((student) => student.name).join(t('ui.comma'));
  return (
    <ListItem disablePadding divider>
      <ListItemButton selected={isCurrent} onClick={onChoose} sx={{ px: 1, gap: 1, minWidth: 0 }}>
        <ListItemText
          primary={name}
          secondary={
            <>
              {children !== name && children}
              {opened_at && opened_by && isOpened(message) && (
                <Box component="span" sx={{ display: 'block' }}>
                  {opened_by} · <InlineMoment value={opened_at} />
                </Box>
              )}
            </>
          }
          sx={{ overflowWrap: 'anywhere' }}
        />
        <Chip
          size="small"
          variant="outlined"
          color={state === 'opened' ? 'success' : state === 'new' ? 'default' : 'warning'}
          label={t(`tell.states.${state}`)}
        />
      </ListItemButton>
      {isOpened(message) && (
        <Button size="small" disabled={message.isPending} onClick={onPutBack} sx={{ flexShrink: 0 }}>
          {t('tell.notSent')}
        </Button>
      )}
    </ListItem>
  );
}

/** Students without a number, with the reason and a link to their page. */
export function Unreachable({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="unreachable" sx={{ p: 2 }}>
      <Typography id="unreachable" variant="h2">
        {t('tell.unreachable', { smart_count: messages.length })}
      </Typography>
      <List disablePadding>
        {messages.map(({ key, students: [student], reason }) => (
          <ListItem key={key} disableGutters divider>
            <ListItemText
              primary={<RecordLink to={`/students/${student?.id}/show`} name={student?.name} />}
              secondary={reason && t(`tell.reasons.${reason}`)}
              sx={{ overflowWrap: 'anywhere' }}
            />
          </ListItem>
        ))}
      </List>
    </Card>
  );
}
