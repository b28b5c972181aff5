import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useContext } from 'react';
import { useRecordContext } from 'react-admin';
import { Fact, Facts } from '../page/Facts';
import { ListChoice, RecordChoice } from './RecordChoice';

interface RecordCardProps {
  title: ReactNode;
  /** A badge or a number beside the title. */
  aside?: ReactNode;
  /** Name and value of what else matters. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  actions?: ReactNode;
}

export function RecordCard({ title, aside, facts, actions }: RecordCardProps) {
  const choice = useContext(ListChoice);
  const record = useRecordContext();
  const shown =
    choice?.isChoosing && record ? <RecordChoice id={record.id} name={choice.nameOf(record)} /> : aside;
  return (
    <Card component="li" data-record="" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {shown && <Box sx={{ flexShrink: 0 }}>{shown}</Box>}
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
