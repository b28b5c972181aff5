import Next from '@mui/icons-material/ChevronLeft';
import OpenIcon from '@mui/icons-material/OpenInNew';
import { Alert, Box, Button, Card, Chip, TextField, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { maxMessageText } from '../../../contract/families/tell';
import { type MessageChannel, messageLink } from '../../../contract/rules/messages/message';
import { guardianRelationNames } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { isOpened, type Message, recipientName } from './useTell';

interface MessageCardProps {
  message: Message;
  channel: MessageChannel;
  /** Another message can follow. */
  hasNext: boolean;
  onOpen: (text: string) => void;
  onNext: () => void;
}

/**
 * One message with its button. After the message was opened, "next" has the place of the button, so that one thumb
 * does everything and a second tap opens nothing.
 */
export function MessageCard({ message, channel, hasNext, onOpen, onNext }: MessageCardProps) {
  const [text, setText] = useState(message.text);
  const name = recipientName(message);
  const isDone = isOpened(message);
  const isChanged = text !== message.text;
  const showNext = useEffectEvent(onNext);
  useEffect(() => {
    if (!isDone || !hasNext) return undefined;
    // The user comes back from the other app.
    const handleReturn = () => document.visibilityState === 'visible' && showNext();
    document.addEventListener('visibilitychange', handleReturn);
    return () => document.removeEventListener('visibilitychange', handleReturn);
  }, [isDone, hasNext]);
  return (
    <Box component="section" aria-label={t('tell.to', { name })} sx={{ minWidth: 0 }}>
      <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
          <Typography variant="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Chip
            size="small"
            color={isDone ? 'success' : message.state === 'new' ? 'default' : 'warning'}
            variant="outlined"
            label={t(`tell.states.${message.state}`)}
          />
        </Box>
        <RecipientLine message={message} />
        {message.state === 'corrected' && <Alert severity="info">{t('tell.correctionHint')}</Alert>}
        <TextField
          label={t('tell.text')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          multiline
          minRows={6}
          helperText={t('tell.textHint')}
          slotProps={{ htmlInput: { dir: 'rtl', maxLength: maxMessageText } }}
        />
        {isChanged && (
          <Button onClick={() => setText(message.text)} sx={{ justifySelf: 'start' }}>
            {t('tell.restoreText')}
          </Button>
        )}
      </Card>
      <StickyBar height={80} layout={barLayout}>
        {isDone ? (
          <Button
            variant="outlined"
            size="large"
            fullWidth
            endIcon={<Next />}
            disabled={!hasNext}
            onClick={onNext}
            sx={mainButton}
          >
            {t('tell.next')}
          </Button>
        ) : (
          <>
            <Button
              component="a"
              variant="contained"
              size="large"
              fullWidth
              href={messageLink(channel, message.phone ?? '', text.trim())}
              {...(channel === 'whatsapp' && { target: '_blank' })}
              rel="noopener noreferrer"
              startIcon={<OpenIcon />}
              disabled={text.trim() === ''}
              onClick={() => onOpen(text.trim())}
              sx={mainButton}
            >
              {t(`tell.open.${channel}`)}
            </Button>
            {hasNext && (
              <Button size="large" onClick={onNext} sx={{ flexShrink: 0 }}>
                {t('tell.skip')}
              </Button>
            )}
          </>
        )}
      </StickyBar>
    </Box>
  );
}

/** On a phone always at the same place of the window, whatever the length of the text. */
const barLayout = {
  mt: 1,
  p: 1,
  display: 'flex',
  position: { xs: 'fixed', sm: 'sticky' },
  insetInline: { xs: 8, sm: 'auto' },
  bottom: 8,
} as const;

const mainButton = { minHeight: 56, fontSize: '1.0625rem' } as const;

/** The relation, the number, and the children of a guardian. */
function RecipientLine({ message: { relation, phone, students, guardian_id, name } }: { message: Message }) {
  const children = students.map((student) => student.name);
  const showsChildren = guardian_id !== null && name !== null;
  return (
    <Box sx={{ mt: -1 }}>
      <SecondaryText>
        {relation && `${guardianRelationNames[relation]} · `}
        <bdi dir="ltr" className="figure">{`+${phone}`}</bdi>
      </SecondaryText>
      {showsChildren && (
        <SecondaryText sx={{ overflowWrap: 'anywhere' }}>{children.join(t('ui.comma'))}</SecondaryText>
      )}
    </Box>
  );
}
