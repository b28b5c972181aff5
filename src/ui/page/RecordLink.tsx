import { Link as Plain } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const RecordLink = ({ to, name }: { to: string | false; name: ReactNode }) =>
  to ? (
    <Plain component={Link} to={to} underline="hover">
      <bdi>{name}</bdi>
    </Plain>
  ) : (
    <bdi>{name}</bdi>
  );
