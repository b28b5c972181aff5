import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useText } from '../../i18n/useText';

interface PasswordChoiceProps {
  canGenerate: boolean;
  isGenerated: boolean;
  onChoose: (isGenerated: boolean) => void;
  typed: string;
  onType: (password: string) => void;
}

/** Generated or typed; a server that generates none leaves only the typed one. */
export function PasswordChoice({ canGenerate, isGenerated, onChoose, typed, onType }: PasswordChoiceProps) {
  const t = useText();
  const labelId = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <Stack spacing={2}>
      {canGenerate && (
        <FormControl>
          <FormLabel id={labelId}>{t('users.passwordHow')}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={isGenerated ? 'generated' : 'own'}
            onChange={(_, how) => onChoose(how === 'generated')}
          >
            <FormControlLabel value="generated" control={<Radio />} label={t('users.passwordGenerated')} />
            <FormControlLabel value="own" control={<Radio />} label={t('users.passwordOwn')} />
          </RadioGroup>
        </FormControl>
      )}
      {isGenerated ? (
        <span>{t('users.passwordGeneratedHint')}</span>
      ) : (
        <TextField
          label={t('users.passwordHow')}
          type={isShown ? 'text' : 'password'}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          helperText={t('users.passwordOwnHint')}
          slotProps={{
            htmlInput: { dir: 'ltr', autoComplete: 'new-password', maxLength: 200 },
            input: {
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton
                    edge="end"
                    aria-label={t(isShown ? 'users.passwordHide' : 'users.passwordShow')}
                    onClick={() => setIsShown(!isShown)}
                  >
                    {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    </Stack>
  );
}
