import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { FileDrop } from './FileDrop';
import { LinkForm } from './LinkForm';
import { Problem } from './Problem';
import { maxMegabytes } from './reading/sheet';
import type { ImportFlow } from './useImportFlow';

/** A file, or the link of an online sheet. */
export function UploadStep({ flow }: { flow: ImportFlow }) {
  const t = useText();
  const { busy, name, problem, needsFile } = flow.source;
  return (
    <DialogContent>
      <Stack spacing={2}>
        <Problem sentences={problem} />
        {flow.isOnline && (
          <>
            <Typography color="text.secondary">{t('imports.linkText')}</Typography>
            <LinkForm
              action={t('imports.fetch')}
              isBusy={busy !== null}
              onLink={(link) => void flow.openLink(link)}
            />
          </>
        )}
        {(!flow.isOnline || needsFile) && (
          <FileDrop
            title={t(needsFile ? 'imports.uploadCsv' : 'imports.fileText')}
            text={t('imports.accepts', { most: maxMegabytes })}
            isDisabled={busy !== null}
            onFile={(file) => void flow.openFile(file)}
          />
        )}
        {busy && (
          <div>
            <Typography role="status" variant="body2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {t(busy === 'reading' ? 'imports.reading' : 'imports.fetching')} <bdi>{name}</bdi>
            </Typography>
            <LinearProgress aria-label={t(busy === 'reading' ? 'imports.reading' : 'imports.fetching')} />
          </div>
        )}
      </Stack>
    </DialogContent>
  );
}
