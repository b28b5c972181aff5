import { Box, type BoxProps } from '@mui/material';

/** A form that is sent by its button or by Enter; the page stays. */
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
