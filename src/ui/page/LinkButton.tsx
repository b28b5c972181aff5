import { Button, type ButtonProps } from '@mui/material';
import { Link, type LinkProps } from 'react-router';

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'children'> {
  to: LinkProps['to'];
  label: string;
}

/** A link to another screen that looks like a button. */
export const LinkButton = ({ label, ...button }: LinkButtonProps) => (
  <Button component={Link} {...button}>
    {label}
  </Button>
);
