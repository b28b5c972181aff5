import { Box, type BoxProps } from '@mui/material';

export const Form = ({ onSubmit, ...box }: Omit<BoxProps<'form'>, 'onSubmit'> & { onSubmit: () => void }) => (
  <Box
    {...box}
    component="form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
