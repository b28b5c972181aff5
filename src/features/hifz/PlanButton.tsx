import { Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import type { PlanOwner } from './usePlan';

const PlanDialog = lazyDialog(() => import('./PlanDialog'));

interface PlanButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'sx'> {
  owner: PlanOwner;
  label: string;
}

export function PlanButton({ owner, label, ...button }: PlanButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <PlanDialog owner={owner} onClose={() => setIsOpen(false)} />}
    </>
  );
}
