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

/** Sends what waits on this device, shows what has arrived, and as long as something waits leads to it. */
export default function OutboxSign() {
  const waiting = useQueued();
  const unreadable = useUnreadable();
  const { isOurs } = useServerFeatures();
  useEffect(sendQueued, []);
  useEffect(() => {
    if (isOurs === true) void prepareOutbox();
  }, [isOurs]);
  useReloadOnDelivery();

  const count = waiting.length + unreadable;
  if (count === 0) return null;
  const needsPerson = unreadable > 0 || waiting.some(({ state }) => state === 'refused');
  return (
    <IconAction
      to="/outbox"
      title={t(needsPerson ? 'outbox.signNeedsYou' : 'outbox.sign', { smart_count: count })}
    >
      <Badge badgeContent={count} color={needsPerson ? 'error' : 'warning'}>
        {needsPerson ? <CloudOff /> : <CloudUpload />}
      </Badge>
    </IconAction>
  );
}
