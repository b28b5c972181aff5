import { Box, type BoxProps } from '@mui/material';

/** A form that is submitted by its button or Enter, without leaving the page. */
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
