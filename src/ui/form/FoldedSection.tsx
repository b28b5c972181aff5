import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { FieldGrid } from './RecordForm';

interface FoldedSectionProps {
  title: string;
  /** Tells what the closed section has. */
  text: string;
  /** A value or an error in one of these fields opens the section. */
  fields: readonly string[];
  children: ReactNode;
}

export function FoldedSection({ title, text, fields, children }: FoldedSectionProps) {
  const contentId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [wasNeeded, setWasNeeded] = useState(false);
  const values = useWatch({ name: [...fields] }) as unknown[];
  const { errors } = useFormState();
  const isNeeded = values.some(Boolean) || fields.some((field) => errors[field]);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setIsOpen(true);
  }
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" component="h2">
        <Button
          color="inherit"
          aria-expanded={isOpen}
          aria-controls={contentId}
          endIcon={<ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ font: 'inherit', mx: -1 }}
        >
          {title}
        </Button>
      </Typography>
      {!isOpen && <Typography color="text.secondary">{text}</Typography>}
      {/* The inputs stay mounted, because the form registers their rules. */}
      <div id={contentId} hidden={!isOpen}>
        <FieldGrid sx={{ pt: 1.5 }}>{children}</FieldGrid>
      </div>
    </Box>
  );
}
