import Download from '@mui/icons-material/FileDownloadOutlined';
import Stop from '@mui/icons-material/StopCircleOutlined';
import { Box, Button, Card, LinearProgress, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIsStepUpPending } from '../../dataProvider/stepUp';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { download } from '../../ui/report/excelFile';

const parts = ['institute', 'teaching', 'families', 'log'] as const;

/** The server asks for the password first. */
export function DataExport() {
  const { start, stop, isPending } = useDataExport();
  const isAskingPassword = useIsStepUpPending();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('settings.export.title')} text={t('settings.export.text')}>
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Typography component="h3" sx={{ fontWeight: 600 }}>
            {t('settings.export.inside')}
          </Typography>
          <Box component="ul" sx={{ mt: 0.5, mb: 1.5, paddingInlineStart: 2.5 }}>
            {parts.map((part) => (
              <li key={part}>{t(`settings.export.parts.${part}`)}</li>
            ))}
          </Box>
          <SecondaryText>
            {t('settings.export.leftOut')} {t('settings.export.careful')}
          </SecondaryText>
        </Box>
        <Box
          aria-live="polite"
          sx={{
            gridColumn: '1 / -1',
            pt: 2,
            borderTop: 1,
            borderColor: 'divider',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
          }}
        >
          {/* One button, so that it keeps the focus. */}
          <Button
            variant="outlined"
            startIcon={isPending ? <Stop /> : <Download />}
            onClick={isPending ? stop : start}
          >
            {t(isPending ? 'settings.export.stop' : 'settings.export.start')}
          </Button>
          {isPending && !isAskingPassword && (
            <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
              <Typography sx={{ mb: 1 }}>{t('settings.export.running')}</Typography>
              <LinearProgress aria-label={t('settings.export.title')} />
            </Box>
          )}
        </Box>
      </FormSection>
    </Card>
  );
}

function useDataExport() {
  const { exportEverything } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const running = useRef<AbortController>(null);
  // After a return to the page, nothing would show or stop the old export.
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      running.current = new AbortController();
      return exportEverything(running.current.signal);
    },
    // The file can be large, so the cache does not keep it.
    gcTime: 0,
    onSuccess: ({ file, name }) => {
      download(file, name);
      notifyDone(t('settings.export.done'));
    },
    onError: (problem) => {
      if (!running.current?.signal.aborted) notifyProblem(problem, t('settings.export.failed'));
    },
  });
  return { start: () => mutate(), stop: () => running.current?.abort(), isPending };
}
