import Key from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { chooseDigits, useDigitsChoice } from '../../i18n/digits';
import { useText } from '../../i18n/useText';
import { chooseTheme, useThemeChoice } from '../../theme/choice';
import { FormSection } from '../../ui/form/RecordForm';
import { ChoiceGroup } from './ChoiceGroup';

const OwnPasswordDialog = lazy(() => import('../../ui/form/OwnPasswordDialog'));

/** What concerns the person alone: look and digits on this device, and the own password. */
export function OwnSettings() {
  const t = useText();
  const theme = useThemeChoice();
  const digits = useDigitsChoice();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('settings.own.title')}>
        <Typography color="text.secondary" sx={{ gridColumn: '1 / -1', mt: -1.5 }}>
          {t('settings.own.text')}
        </Typography>
        <ChoiceGroup
          label={t('settings.own.theme')}
          value={theme}
          onChange={chooseTheme}
          choices={[
            { value: 'light', name: t('shell.themeLight') },
            { value: 'dark', name: t('shell.themeDark') },
            { value: 'system', name: t('shell.themeSystem') },
          ]}
        />
        <ChoiceGroup
          label={t('settings.own.digits')}
          hint={t('settings.own.digitsHint')}
          value={digits}
          onChange={chooseDigits}
          choices={[
            {
              value: 'ascii',
              name: t('settings.own.ascii'),
              text: <bdi data-own-digits>{t('settings.own.asciiExample')}</bdi>,
            },
            {
              value: 'arabic',
              name: t('settings.own.arabic'),
              text: <bdi>{t('settings.own.arabicExample')}</bdi>,
            },
          ]}
        />
        <OwnPassword />
      </FormSection>
    </Card>
  );
}

function OwnPassword() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box
      sx={{
        gridColumn: '1 / -1',
        pt: 2,
        borderTop: 1,
        borderColor: 'divider',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
      }}
    >
      <Box>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {t('settings.own.password')}
        </Typography>
        <Typography variant="caption" color="text.secondary">
          {t('settings.own.passwordText')}
        </Typography>
      </Box>
      <Button variant="outlined" startIcon={<Key />} onClick={() => setIsOpen(true)}>
        {t('shell.changePassword')}
      </Button>
      {isOpen && (
        <Suspense>
          <OwnPasswordDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
