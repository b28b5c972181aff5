import Delete from '@mui/icons-material/DeleteOutlined';
import Picture from '@mui/icons-material/ImageOutlined';
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { type LogoProblem, logoProblem } from '../../../contract/rules/logo';
import { t } from '../../i18n/text';
import type { SettingsValues } from './settingsModel';

const kilobyte = 1_024;

export function LogoField() {
  const labelId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const { field, fieldState } = useController<SettingsValues, 'logo'>({ name: 'logo' });
  const [refusal, setRefusal] = useState('');
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const result = await readLogo(file).catch(() => ({ problem: 'NOT_IMAGE' as const }));
    if ('logo' in result) {
      setRefusal('');
      field.onChange(result.logo);
    } else if (result.problem === 'TOO_LARGE')
      setRefusal(t('settings.imageTooLarge', { file: file.name, size: Math.ceil(file.size / kilobyte) }));
    else if (result.problem === 'TOO_WIDE') setRefusal(t('settings.imageTooWide', { file: file.name }));
    else setRefusal(t('settings.notImage', { file: file.name }));
  };
  const isTooWide = Boolean(field.value) && logoProblem(field.value ?? '') === 'TOO_WIDE';
  const problem = refusal || fieldState.error?.message || (isTooWide && t('settings.storedTooWide'));
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Typography id={labelId} color="text.secondary" sx={{ mb: 1, lineHeight: 1.4 }}>
        {t('settings.logo')}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        <Preview logo={isTooWide ? null : field.value} />
        <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
          <Button variant="outlined" startIcon={<Picture />} onClick={() => inputRef.current?.click()}>
            {t(field.value ? 'settings.changeLogo' : 'settings.chooseLogo')}
          </Button>
          {field.value && (
            <Button
              color="error"
              startIcon={<Delete />}
              onClick={() => {
                setRefusal('');
                field.onChange(null);
              }}
            >
              {t('settings.removeLogo')}
            </Button>
          )}
        </Stack>
      </Stack>
      <FormHelperText error={Boolean(problem)} role={problem ? 'alert' : undefined} sx={{ mx: 0 }}>
        {problem || t('settings.logoHint')}
      </FormHelperText>
      <input
        ref={inputRef}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t('settings.chooseLogo')}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // Allows the user to choose the same file again.
          target.value = '';
        }}
      />
    </Box>
  );
}

function Preview({ logo }: { logo: string | null }) {
  return (
    <Box
      sx={{
        width: 96,
        height: 96,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        borderStyle: logo ? 'solid' : 'dashed',
        color: 'text.secondary',
        overflow: 'hidden',
      }}
    >
      {logo ? (
        <Box
          component="img"
          src={logo}
          alt={t('settings.logo')}
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      ) : (
        <Typography variant="caption">{t('settings.noLogo')}</Typography>
      )}
    </Box>
  );
}

/** Returns the file as a data URL. The bytes of the file decide about its type, and not its name. */
async function readLogo(file: File): Promise<{ logo: string } | { problem: LogoProblem }> {
  const text = await readDataUrl(file);
  const bytes = text.slice(text.indexOf(',') + 1);
  const logo = `data:image/${bytes.startsWith('iVBOR') ? 'png' : 'jpeg'};base64,${bytes}`;
  const problem = logoProblem(logo);
  if (problem) return { problem };
  return (await isDrawable(logo)) ? { logo } : { problem: 'NOT_IMAGE' };
}

const readDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.readAsDataURL(file);
  });

/** A damaged image can have valid first bytes. */
async function isDrawable(logo: string): Promise<boolean> {
  const image = new Image();
  image.src = logo;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  }
}
