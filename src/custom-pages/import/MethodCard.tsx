import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface MethodCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: string;
  onOpen: () => void;
}

/** A way to bring data in. */
export const MethodCard = ({ icon, title, text, action, onOpen }: MethodCardProps) => (
  <Card sx={{ p: 2.5, display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box aria-hidden sx={{ display: 'grid', color: 'text.secondary' }}>
        {icon}
      </Box>
      <Typography variant="h3">{title}</Typography>
    </Box>
    <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
      {text}
    </Typography>
    <Button variant="outlined" onClick={onOpen}>
      {action}
    </Button>
  </Card>
);
