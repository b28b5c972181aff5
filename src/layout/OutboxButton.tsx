import CloudOff from '@mui/icons-material/CloudOffOutlined';
import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import { Badge } from '@mui/material';
import { useEffect } from 'react';
import { useUnreadable, useQueued } from '../dataProvider/outbox/userOutbox';
import { prepareOutbox, sendQueued } from '../dataProvider/outbox/outbox';
import { useReloadOnDelivery } from '../dataProvider/outbox/registers';
import { useServerFeatures } from '../dataProvider/serverFeatures';
import { t } from '../i18n/text';
import { IconAction } from '../ui/page/IconAction';

/** Sends the outbox and shows the results. While the outbox has entries, the button links to the outbox. */
export default function OutboxButton() {
  const queuedWrites = useQueued();
  const unreadable = useUnreadable();
  const { isOurs } = useServerFeatures();
  useEffect(sendQueued, []);
  useEffect(() => {
    if (isOurs === true) void prepareOutbox();
  }, [isOurs]);
  useReloadOnDelivery();

  const count = queuedWrites.length + unreadable;
  if (count === 0) return null;
  const needsAttention = unreadable > 0 || queuedWrites.some(({ state }) => state === 'refused');
  return (
    <IconAction
      to="/outbox"
      title={t(needsAttention ? 'shell.queuedWritesNeedYou' : 'shell.queuedWrites', { smart_count: count })}
    >
      <Badge badgeContent={count} color={needsAttention ? 'error' : 'warning'}>
        {needsAttention ? <CloudOff /> : <CloudUpload />}
      </Badge>
    </IconAction>
  );
}
