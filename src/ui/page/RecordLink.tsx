import { Link as Plain } from '@mui/material';
import { Link } from 'react-router';

export const RecordLink = ({ to, name }: { to: string | false; name: string }) =>
  to ? (
    <Plain component={Link} to={to} underline="hover">
      <bdi>{name}</bdi>
    </Plain>
  ) : (
    <bdi>{name}</bdi>
  );
