import UploadFile from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { importFiles } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { Form } from '../../ui/form/Form';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface FileDropProps {
  title: string;
  text: ReactNode;
  isDisabled?: boolean;
  onFile: (file: File) => void;
  children?: ReactNode;
}

export function FileDrop({ title, text, isDisabled = false, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const [isDragOver, setIsDragOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !isDisabled) onFile(file);
  };
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={handleDrop}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 1,
        p: 3,
        textAlign: 'center',
        border: 1,
        borderStyle: 'dashed',
        borderColor: isDragOver ? 'primary.main' : 'text.disabled',
        bgcolor: isDragOver ? 'action.selected' : 'transparent',
        borderRadius: 1.5,
      }}
    >
      <UploadFile aria-hidden sx={{ fontSize: 36, color: isDragOver ? 'primary.main' : 'text.secondary' }} />
      <Typography id={titleId} variant="h3" component="p">
        {isDragOver ? t('imports.dropFile') : title}
      </Typography>
      <SecondaryText>{text}</SecondaryText>
      <input
        ref={input}
        type="file"
        accept={importFiles.accept}
        hidden
        data-testid="file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows the user to choose the same file again after a correction.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center', mt: 1 }}>
        <Button variant="contained" disabled={isDisabled} onClick={() => input.current?.click()}>
          {t('imports.chooseFile')}
        </Button>
        {children}
      </Box>
    </Box>
  );
}

interface LinkFormProps {
  action: string;
  isBusy: boolean;
  onLink: (link: string) => void;
}

/** The parent component shows the problems of the link. */
export function LinkForm({ action, isBusy, onLink }: LinkFormProps) {
  const [link, setLink] = useState('');
  return (
    <Stack
      component={Form}
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ gap: 1, alignItems: { sm: 'flex-start' } }}
      onSubmit={() => onLink(link)}
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
