import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useText } from '../../i18n/useText';

interface LinkFormProps {
  action: string;
  isBusy: boolean;
  onLink: (link: string) => void;
}

/** The link of an online spreadsheet. What is wrong with it is said by whoever reads it. */
export function LinkForm({ action, isBusy, onLink }: LinkFormProps) {
  const t = useText();
  const [link, setLink] = useState('');
  return (
    <Stack
      component="form"
      noValidate
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ gap: 1, alignItems: { sm: 'flex-start' } }}
      onSubmit={(event) => {
        event.preventDefault();
        onLink(link);
      }}
    >
      <TextField
        label={t('imports.linkLabel')}
        value={link}
        onChange={(event) => setLink(event.target.value)}
        type="url"
        autoComplete="off"
        slotProps={{ htmlInput: { dir: 'ltr', maxLength: 2_000 } }}
      />
      <Button type="submit" variant="contained" disabled={isBusy} sx={{ flexShrink: 0 }}>
        {action}
      </Button>
    </Stack>
  );
}
