import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useCreatePath, useResourceContext } from 'react-admin';
import { Link } from 'react-router';

/** The main action of a list: to the form that adds a record. */
export function CreateButton({ label }: { label: string }) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!resource) return null;
  return (
    <Button
      component={Link}
      to={createPath({ resource, type: 'create' })}
      variant="contained"
      startIcon={<Add />}
    >
      {label}
    </Button>
  );
}
