import Copy from '@mui/icons-material/ContentCopyOutlined';
import Download from '@mui/icons-material/DownloadOutlined';
import Share from '@mui/icons-material/ShareOutlined';
import WhatsApp from '@mui/icons-material/WhatsApp';
import { Alert, Button, Stack, Typography } from '@mui/material';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailMessage } from '../../ui/page/problemMessage';
import { type PrintedLink, useLinkSlips } from './useLinkSlips';

interface NewLinkProps {
  link: PrintedLink;
  address: string;
  /** E.164. Null without a number, or if its country is unknown. */
  phone: string | null;
}

/** The message has only the address, because a message with the PIN opens the page for each reader. */
export function NewLink({ link, address, phone }: NewLinkProps) {
  const { notifyDone, notifyError } = useNotices();
  const { mutate: downloadSlip, isPending, error } = useLinkSlips();
  const text = labels.shareText(address);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notifyDone(labels.copied);
    } catch {
      notifyError(labels.copyFailed);
    }
  };
  return (
    <Stack spacing={2}>
      <Alert severity="warning">{labels.once}</Alert>
      {error && <Alert severity="error">{detailMessage(error, t('ui.slipsFailed'))}</Alert>}
      <div>
        <SecondaryText id="guardian-link-address">{labels.address}</SecondaryText>
        <Typography
          dir="ltr"
          aria-labelledby="guardian-link-address"
          sx={{ overflowWrap: 'anywhere', textAlign: 'end' }}
        >
          {address}
        </Typography>
      </div>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<Copy />} onClick={() => void copy()} autoFocus>
          {labels.copyAddress}
        </Button>
        {phone !== null && (
          <Button
            variant="outlined"
            startIcon={<WhatsApp />}
            href={`https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
          >
            {labels.whatsApp}
          </Button>
        )}
        {'share' in navigator && (
          <Button
            variant="outlined"
            startIcon={<Share />}
            // The promise is rejected if the user closes the share dialog.
            onClick={() => void navigator.share({ text }).catch(() => undefined)}
          >
            {labels.share}
          </Button>
        )}
      </Stack>
      <div>
        <SecondaryText id="guardian-link-pin">{labels.pin}</SecondaryText>
        <Typography
          dir="ltr"
          aria-labelledby="guardian-link-pin"
          sx={{ fontSize: '1.75rem', fontWeight: 700, letterSpacing: '0.15em', textAlign: 'end' }}
        >
          {link.link_pin}
        </Typography>
      </div>
      <Button
        startIcon={<Download />}
        disabled={isPending}
        aria-busy={isPending}
        onClick={() => downloadSlip([link])}
        sx={{ alignSelf: 'start' }}
      >
        {isPending ? t('ui.slipsPending') : labels.slip}
      </Button>
    </Stack>
  );
}
