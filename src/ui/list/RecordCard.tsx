import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useContext } from 'react';
import { useRecordContext } from 'react-admin';
import { Fact, Facts } from '../page/Facts';
import { ListSelection, RecordCheckbox } from './RecordCheckbox';

interface RecordCardProps {
  title: ReactNode;
  aside?: ReactNode;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  actions?: ReactNode;
}

export function RecordCard({ title, aside, facts, actions }: RecordCardProps) {
  const selection = useContext(ListSelection);
  const record = useRecordContext();
  const corner =
    selection?.isSelecting && record ? (
      <RecordCheckbox id={record.id} name={selection.recordName(record)} />
    ) : (
      aside
    );
  return (
    <Card component="li" data-record="" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {corner && <Box sx={{ flexShrink: 0 }}>{corner}</Box>}
      </Box>
      <Facts sx={{ mt: 1 }}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {actions && <Box sx={{ mt: 1, display: 'flex', justifyContent: 'flex-end', gap: 0.5 }}>{actions}</Box>}
    </Card>
  );
}
