import { Button, type ButtonProps } from '@mui/material';
import { Link, type LinkProps } from 'react-router';

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'children'> {
  to: LinkProps['to'];
  label: string;
}

export const LinkButton = ({ label, ...button }: LinkButtonProps) => (
  <Button component={Link} {...button}>
    {label}
  </Button>
);
